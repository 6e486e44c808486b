import { serve } from '@hono/node-server'
import { honoApplication } from '../hono.mjs'

export function start(port) {
  const { fetch } = honoApplication()
  return new Promise((resolve) => serve({ fetch, port, hostname: '127.0.0.1' }, resolve))
}
