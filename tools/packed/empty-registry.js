import { createServer } from 'node:http'

/** A registry without packages. It sends its port to the parent process, and ends with the parent process. */
const server = createServer((_request, response) => {
  response.writeHead(404, { 'content-type': 'application/json' })
  response.end('{}')
})
server.listen(0, '127.0.0.1', () => process.send(server.address().port))
process.once('disconnect', () => process.exit())
