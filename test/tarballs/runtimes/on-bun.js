import { app } from './application.js'
import './with-node-parts.js'

// Bun would also serve the `fetch` of a default export. This program serves it by itself, since it prints the port.
const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: app.fetch })
console.log(`READY ${server.port}`)
