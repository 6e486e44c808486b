import { randomBytes, randomUUID } from 'node:crypto'
import compression from 'compression'
import session from 'cookie-session'
import cors from 'cors'
import express from 'express'
import helmet from 'helmet'
import morgan from 'morgan'
import { ITEMS, NOWHERE, ORIGIN, SECRET, USER } from '../stack-cases.mjs'

/**
 * The usual stack on Express. The session of cookie-session is signed, not encrypted, which is less work than the
 * sealed sessions of `ours` and Fastify.
 */
export function start(port) {
  const app = express()
  app.use((_req, res, next) => {
    res.setHeader('x-request-id', randomUUID())
    res.locals.nonce = randomBytes(16).toString('base64')
    next()
  })
  app.use(morgan('combined', { stream: NOWHERE }))
  const nonce = (_req, res) => `'nonce-${res.locals.nonce}'`
  app.use(
    helmet({ contentSecurityPolicy: { directives: { scriptSrc: ["'self'", nonce], styleSrc: ["'self'", nonce] } } }),
  )
  app.use(compression())
  app.use(cors({ origin: [ORIGIN] }))
  app.use(session({ secret: SECRET, httpOnly: true }))
  app.get('/log-in', (req, res) => {
    req.session.user = USER
    res.type('text/plain').send('welcome')
  })
  app.get('/page', (req, res) => res.json({ user: req.session.user, items: ITEMS }))
  app.get('/name', (req, res) => res.json({ user: req.session.user }))
  return new Promise((resolve) => app.listen(port, '127.0.0.1', resolve))
}
