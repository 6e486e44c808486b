import { serve } from '@hono/node-server'
import { handle } from '../fetch-handler.mjs'

export const start = (port) => new Promise((resolve) => serve({ fetch: handle, port, hostname: '127.0.0.1' }, resolve))
