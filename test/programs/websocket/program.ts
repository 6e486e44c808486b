import { Application } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { webSocket } from '@app/websocket'
import { type RedisClientLike, redis } from 'crossws/sync'
import { Redis } from 'ioredis'

// The types of ioredis declare more overloads of `subscribe` than those of crossws, so the compiler needs this cast.
const client = new Redis(process.env.REDIS_URL ?? '') as object as RedisClientLike
const app = new Application({ router: new FindMyWayRouter() })

app.get(
  '/chat/{room}',
  webSocket<{ room: string }>(
    {
      open: (peer, { params }) => peer.subscribe(params.room),
      message: (peer, message, { params }) => peer.publish(params.room, message.text()),
    },
    { sync: redis({ client, channel: 'chat' }) },
  ),
)

const server = await app.run({ port: 0, host: '127.0.0.1' })
console.log(`READY ${server.address?.port}`)
