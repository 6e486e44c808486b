import { existsSync } from 'node:fs'
import { Application, HttpError, type Middleware, text } from '@app/core'
import { health } from '@app/health'
import { FindMyWayRouter } from '@app/router-find-my-way'

/** As long as this file exists, the site is closed: `touch maintenance` closes all processes that see the folder. */
const FILE = process.env.MAINTENANCE_FILE ?? 'maintenance'
const LOOK_MS = 1_000

function maintenance(file: string): Middleware {
  let looked = 0
  let isClosed = false
  return (request, handler) => {
    if (Date.now() - looked > LOOK_MS) {
      isClosed = existsSync(file)
      looked = Date.now()
    }
    if (!isClosed) return handler(request)
    throw new HttpError(503, 'We are back in a few minutes.', { expose: true, headers: { 'retry-after': '300' } })
  }
}

const app = new Application({ router: new FindMyWayRouter() })
// Probes get their answers before: else the platform would replace the closed processes.
app.pipe(health())
app.pipe(maintenance(FILE))
app.get('/', () => text('Open'))

export default app
