import { equal } from 'node:assert/strict'
import { Application, createServer, text } from '@app/core'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'

// A handler that sends a request to another server, which does not exist.
const app = new Application().pipe(async () => text(await (await fetch('https://rates.example/eur')).text()))
const others = setupServer(http.get('https://rates.example/eur', () => HttpResponse.text('1.1')))
others.listen({ onUnhandledRequest: 'bypass' })

equal(await (await app.request('/')).text(), '1.1')
const server = await createServer(app).listen({ port: 0, host: '127.0.0.1' })
equal(await (await fetch(`http://127.0.0.1:${server.address.port}/`)).text(), '1.1')
await server.close({ grace: 0 })
others.close()
