import { getHeapSpaceStatistics } from 'node:v8'
import { Application, createServer, json } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'

/** A program that answers with the body of the request, and reports the size of V8's heap of young objects in MiB. */
const app = new Application({ router: new FindMyWayRouter() })
app.post('/echo', async (request) => json((await request.json()) as object))
app.get('/young-heap', () => {
  const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')
  return json((young?.space_size ?? 0) / 2 ** 20)
})

const server = await createServer(app).listen({ port: 0, host: '127.0.0.1' })
console.log(`READY ${server.address?.port}`)
