import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { getSignedCookie, setSignedCookie } from 'hono/cookie'
import { cors } from 'hono/cors'
import { logger } from 'hono/logger'
import { requestId } from 'hono/request-id'
import { NONCE, secureHeaders } from 'hono/secure-headers'
import { ITEMS, ORIGIN, SECRET, USER } from '../stack-cases.mjs'

/**
 * The usual stack on Hono, which has no sessions. A signed cookie takes their place, which is less work than an
 * encrypted one.
 */
export function start(port) {
  const app = new Hono()
  app.use(requestId())
  app.use(logger(() => undefined))
  app.use(secureHeaders({ contentSecurityPolicy: { defaultSrc: ["'self'"], scriptSrc: [NONCE], styleSrc: [NONCE] } }))
  app.use(compress())
  app.use(cors({ origin: [ORIGIN] }))
  app.use(async (c, next) => {
    c.set('session', JSON.parse((await getSignedCookie(c, SECRET, 'session')) || '{}'))
    await next()
  })
  app.get('/log-in', async (c) => {
    await setSignedCookie(c, 'session', JSON.stringify({ user: USER }), SECRET, { path: '/', httpOnly: true })
    return c.text('welcome')
  })
  app.get('/page', (c) => c.json({ user: c.get('session').user, items: ITEMS }))
  app.get('/name', (c) => c.json({ user: c.get('session').user }))
  return new Promise((resolve) => serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }, resolve))
}
