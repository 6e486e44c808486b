import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Application, json } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { webSocket } from '@app/websocket'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** A server with rooms of WebSockets, which reports the number of open WebSockets and the size of its heap. */
const app = new Application({ router: new FindMyWayRouter() })
let open = 0
app.get(
  '/rooms/{room}',
  webSocket<{ room: string }>({
    open(peer, { params }) {
      open++
      peer.subscribe(params.room)
    },
    message(peer, message, { params }) {
      peer.send(message.text())
      peer.publish(params.room, message.text())
    },
    close: () => void open--,
  }),
)
app.get('/state', () => {
  collect()
  return json({ open, heap: process.memoryUsage().heapUsed })
})
const server = await app.run({ port: 0, host: '127.0.0.1' })
console.log(`READY ${server.address?.port}`)
