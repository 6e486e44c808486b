import { app } from './application.js'
import './with-node-parts.js'

// As Bun serves a default export.
const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: app.fetch })
console.log(`READY ${server.port}`)
