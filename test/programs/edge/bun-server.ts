import { Application, text } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'

/** A program for Bun in which our application starts its own server, by `run()`. */
const app = new Application({ router: new FindMyWayRouter() })
app.get('/url', (request) => text(request.url))
app.post('/echo', async (request) => text(await request.text()))
app.get('/slow', async () => {
  console.log('asked for what is slow')
  await new Promise((resolve) => setTimeout(resolve, 500))
  return text('slow')
})
app.get('/events', () => {
  console.log('asked for events')
  const start = (controller: ReadableStreamDefaultController) => {
    controller.enqueue(new TextEncoder().encode('data: 1\n\n'))
  }
  return new Response(new ReadableStream({ start }), { headers: { 'content-type': 'text/event-stream' } })
})
const server = await app.run({ port: 0, host: '127.0.0.1', grace: 20 })
console.log(`READY ${server.address?.port}`)
