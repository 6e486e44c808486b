import { app } from './application.js'
import './with-node-parts.js'

if (!process.versions.bun) {
  const { webSocket } = await import('@app/websocket')
  app.get('/echo', webSocket({ message: (peer, message) => peer.send(message.text()) }))
}
const server = await app.run({ port: 0, host: '127.0.0.1', grace: 5 })
console.log(`READY ${server.address.port}`)
