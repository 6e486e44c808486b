import { type Answer, Application, type Middleware, text } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { Hono, type MiddlewareHandler } from 'hono'
import { etag } from 'hono/etag'
import { secureHeaders } from 'hono/secure-headers'

/** Runs middleware of Hono as ours: around whatever stands behind it. */
export function honoMiddleware(...middleware: readonly MiddlewareHandler[]): Middleware {
  const hono = new Hono<{ Bindings: { next: () => Answer } }>()
  hono.use(...middleware)
  hono.all('*', ({ env }) => env.next())
  // Errors go on outwards, to our error handler.
  hono.onError((error) => {
    throw error
  })
  return (request, handler) => hono.fetch(request.raw, { next: () => handler(request) })
}

const app = new Application({ router: new FindMyWayRouter(), onError: () => undefined })
app.pipe(honoMiddleware(secureHeaders(), etag()))
app.get('/users/{id}', ({ params }) => text(`user ${params.id}`))
app.get('/fails', () => {
  throw new Error('boom')
})

export default app
