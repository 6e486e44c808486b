import { createServer } from 'node:http'
import { toNodeHandler } from '@app/core'
import { createApp, fromNodeMiddleware, toNodeListener } from 'h3'
import app from '../app.js'

export default function start(port) {
  const site = createApp()
  site.use('/new', fromNodeMiddleware(toNodeHandler(app)))
  return createServer(toNodeListener(site)).listen(port, '127.0.0.1')
}
