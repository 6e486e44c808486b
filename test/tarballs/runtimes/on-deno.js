import { app } from './application.js'
import './with-node-parts.js'

// The command `deno serve` serves the `fetch` of a default export.
const server = Deno.serve({ port: 0, hostname: '127.0.0.1', onListen: () => undefined }, app.fetch)
console.log(`READY ${server.addr.port}`)
