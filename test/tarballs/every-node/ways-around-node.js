import { IncomingMessage, ServerResponse } from 'node:http'
import { Application, createServer, text } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'

/** Prints how often node made the head of an answer and told the events of a body, behind those by which both are proven. */
const app = new Application({ router: new FindMyWayRouter() })
app.post('/echo', async (request) => text(await request.text()))
const server = await createServer(app).listen({ port: 0, host: '127.0.0.1' })
const echo = async (body) => {
  const response = await fetch(`http://127.0.0.1:${server.address.port}/echo`, { method: 'POST', body })
  return response.text()
}
await echo('one')
await echo('two')

const counts = { heads: 0, bodies: 0 }
const { _storeHeader: storeHeader } = ServerResponse.prototype
ServerResponse.prototype._storeHeader = function (...given) {
  counts.heads++
  return storeHeader.apply(this, given)
}
const { on } = IncomingMessage.prototype
IncomingMessage.prototype.on = function (event, ...given) {
  if (event === 'data') counts.bodies++
  return on.call(this, event, ...given)
}
console.log(await echo('three'), JSON.stringify(counts))
await server.close()
