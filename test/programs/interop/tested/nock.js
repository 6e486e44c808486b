import { equal } from 'node:assert/strict'
import { Application, createServer, text } from '@app/core'
import nock from 'nock'

// A handler that sends a request to another server, which does not exist.
const app = new Application().pipe(async () => text(await (await fetch('https://rates.example/eur')).text()))
nock('https://rates.example').get('/eur').times(2).reply(200, '1.1')

equal(await (await app.request('/')).text(), '1.1')
const server = await createServer(app).listen({ port: 0, host: '127.0.0.1' })
equal(await (await fetch(`http://127.0.0.1:${server.address.port}/`)).text(), '1.1')
await server.close({ grace: 0 })
nock.restore()
