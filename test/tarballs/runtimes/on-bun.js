import { app } from './application.js'
import './with-node-parts.js'

// Bun serves the `fetch` of a default export.
const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: app.fetch })
console.log(`READY ${server.port}`)
