import { serve } from '@hono/node-server'
import { zValidator } from '@hono/zod-validator'
import { Hono } from 'hono'
import { answerTo, Input } from '../validated-schemas.mjs'

export function start(port) {
  const app = new Hono()
  app.post('/notes', zValidator('json', Input), (c) => c.json(answerTo(c.req.valid('json'))))
  return new Promise((resolve) => serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }, resolve))
}
