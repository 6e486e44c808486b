import { createServer } from 'node:http'

/** A registry that has no package: tells its parent the port, and ends when the parent does. */
const server = createServer((_request, response) => {
  response.writeHead(404, { 'content-type': 'application/json' })
  response.end('{}')
})
server.listen(0, '127.0.0.1', () => process.send(server.address().port))
process.once('disconnect', () => process.exit())
