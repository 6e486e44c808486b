import { serve } from 'srvx'
import { handle } from '../fetch-handler.mjs'

export const start = (port) =>
  serve({ fetch: handle, port, hostname: '127.0.0.1', silent: true, gracefulShutdown: false }).ready()
