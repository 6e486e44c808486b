import { compression } from '@app/compression'
import { Application, createServer, json, text } from '@app/core'
import { accessLog, requestId } from '@app/core/logging'
import { cors } from '@app/cors'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { securityHeaders } from '@app/security-headers'
import { SESSION, session, sessionKey } from '@app/session'
import { pino } from 'pino'
import { ITEMS, NOWHERE, ORIGIN, SECRET, USER } from '../stack-cases.mjs'

const User = sessionKey('user')

export function start(port) {
  const app = new Application({ router: new FindMyWayRouter() })
  app.pipe(requestId())
  app.pipe(accessLog({ logger: pino(NOWHERE) }))
  app.pipe(securityHeaders())
  app.pipe(compression())
  app.pipe(cors({ origins: [ORIGIN] }))
  app.pipe(session({ secret: SECRET }))
  app.get('/log-in', (request) => {
    request.attribute(SESSION).set(User, USER)
    return text('welcome')
  })
  app.get('/page', (request) => json({ user: request.attribute(SESSION).get(User), items: ITEMS }))
  app.get('/name', (request) => json({ user: request.attribute(SESSION).get(User) }))
  return createServer(app).listen({ port, host: '127.0.0.1' })
}
