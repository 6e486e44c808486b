import { app } from './application.js'
import './with-node-parts.js'

// `deno serve` would serve the `fetch` of a default export. This program serves it by itself, since it prints the port.
const server = Deno.serve({ port: 0, hostname: '127.0.0.1', onListen: () => undefined }, app.fetch)
console.log(`READY ${server.addr.port}`)
