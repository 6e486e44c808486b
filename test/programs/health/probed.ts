import { Application, text } from '@app/core'
import { health } from '@app/health'

/** Answers probes, and one request that takes until the server stops and a moment more. */
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
