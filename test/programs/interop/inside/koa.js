import { Application, toNodeHandler } from '@app/core'
import Koa from 'koa'
import app from '../app.js'

export default function start(port) {
  const site = new Koa()
  const handle = toNodeHandler(new Application().pipe('/new', app), { anySpelling: false })
  site.use(async (context, next) => {
    if (!/^\/new(\/|$)/.test(context.path)) return next()
    context.respond = false
    await handle(context.req, context.res)
  })
  return site.listen(port, '127.0.0.1')
}
