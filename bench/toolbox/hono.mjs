import { serve } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { getSignedCookie, setSignedCookie } from 'hono/cookie'
import { cors } from 'hono/cors'
import { ORIGIN, SECRET, USER } from '../stack-cases.mjs'
import { FILES, NAME } from '../toolbox-cases.mjs'

/**
 * The measured features on Hono, which has neither sessions nor rate limits: a signed cookie takes the place of
 * sessions, and a map of counts the place of limits.
 */
export function start(port) {
  const app = new Hono()
  const counts = new Map()
  app.use('/cors/*', cors({ origin: ORIGIN }))
  app.use('/limited/*', async (c, next) => {
    const key = c.env.incoming.socket.remoteAddress
    const used = (counts.get(key) ?? 0) + 1
    counts.set(key, used)
    await next()
    c.header('ratelimit', `"default";r=${1_000_000_000 - used};t=60`)
  })
  for (const place of ['bare', 'cors', 'limited']) app.get(`/${place}/name`, (c) => c.text(NAME))
  app.get('/session/log-in', async (c) => {
    await setSignedCookie(c, 'session', USER, SECRET)
    return c.text('welcome')
  })
  app.get('/session/name', async (c) => c.text(await getSignedCookie(c, SECRET, 'session')))
  app.use('/static/*', serveStatic({ root: FILES, rewriteRequestPath: (path) => path.slice('/static'.length) }))
  return new Promise((resolve) => serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }, resolve))
}
