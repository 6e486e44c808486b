import { ServerResponse } from 'node:http'
import { Application, createServer, text } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'

/**
 * Prints the answer to the third request, which shows that the server works, and how often node itself wrote a head for
 * it.
 */
const app = new Application({ router: new FindMyWayRouter() })
app.post('/echo', async (request) => text(await request.text()))
const server = await createServer(app).listen({ port: 0, host: '127.0.0.1' })
const echo = async (body) => {
  const response = await fetch(`http://127.0.0.1:${server.address.port}/echo`, { method: 'POST', body })
  return response.text()
}
await echo('one')
await echo('two')

let heads = 0
const { _storeHeader: storeHeader } = ServerResponse.prototype
ServerResponse.prototype._storeHeader = function (...given) {
  heads++
  return storeHeader.apply(this, given)
}
console.log(await echo('three'), heads)
await server.close()
