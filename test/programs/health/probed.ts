import { Application, text } from '@app/core'
import { health } from '@app/health'

/** A program that answers probes, and one request that lasts until a moment after the server begins to stop. */
const app = new Application().pipe(health())
app.pipe('/long', async (request) => {
  console.log('STARTED')
  await new Promise((resolve) => request.stopping.addEventListener('abort', resolve))
  console.log('STOPPING')
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  return text('done')
})
const server = await app.run({ port: 0, host: '127.0.0.1' })
console.log(`READY ${server.address?.port}`)
