import { Application, createServer, text } from '@app/core'
import { cors } from '@app/cors'
import { rateLimit } from '@app/rate-limit'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { SESSION, session, sessionKey } from '@app/session'
import { serveStatic } from '@app/static'
import { ORIGIN, SECRET, USER } from '../stack-cases.mjs'
import { DAY, FILES, NAME } from '../toolbox-cases.mjs'

const User = sessionKey('user')

export function start(port) {
  const app = new Application({ router: new FindMyWayRouter() })
  // This middleware does nothing, and has a prefix like the middleware of the packages, so that the difference to case
  // t is the cost of a package alone.
  app.pipe('/bare', (request, handler) => handler(request))
  app.pipe('/cors', cors({ origins: [ORIGIN] }))
  app.pipe('/limited', rateLimit({ limit: 1_000_000_000, window: DAY }))
  app.pipe('/session', session({ secret: SECRET }))
  app.pipe('/static', serveStatic(FILES))
  for (const place of ['bare', 'cors', 'limited']) app.get(`/${place}/name`, () => text(NAME))
  app.get('/session/log-in', (request) => {
    request.attribute(SESSION).set(User, USER)
    return text('welcome')
  })
  app.get('/session/name', (request) => text(request.attribute(SESSION).get(User)))
  return createServer(app).listen({ port, host: '127.0.0.1' })
}
