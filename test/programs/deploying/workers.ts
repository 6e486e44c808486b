import { Application, text } from '@app/core'
import { health } from '@app/health'
import { FindMyWayRouter } from '@app/router-find-my-way'

const app = new Application({ router: new FindMyWayRouter() }).pipe(health())
app.get('/', () => text('Hello, world!'))
app.get('/pid', () => text(String(process.pid)))
app.get('/slow', async () => {
  await new Promise((resolve) => setTimeout(resolve, 300))
  return text(String(process.pid))
})

const { WORKERS, FD_OPTION } = process.env
await app.run({
  workers: WORKERS === 'available' ? 'available' : 2,
  ...(FD_OPTION !== undefined && { fd: Number(FD_OPTION) }),
})
