import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import app from '../app.js'

export default function start(port) {
  const site = new Hono()
  site.mount('/new', app.fetch)
  return serve({ fetch: site.fetch, port, hostname: '127.0.0.1' })
}
