import { Readable } from 'node:stream'
import { Router } from '@koa/router'
import Koa from 'koa'
import { BIG_VALUE, CHUNK, CHUNKS, DEEP_ROUTES, isAllowed, isWhole, sessionOf } from '../cases.mjs'
import { readBody } from '../plain.mjs'

export function start(port) {
  const app = new Koa()
  const router = new Router()
  const under = (prefix, middleware) => (ctx, next) => (ctx.path.startsWith(prefix) ? middleware(ctx, next) : next())
  const pass = async (_ctx, next) => next()
  for (let i = 0; i < 4; i++) app.use(under('/deep/', pass))
  app.use(
    under('/deep/', async (ctx, next) => {
      await next()
      ctx.set('x-served-by', 'us')
    }),
  )
  app.use(
    under('/api/', async (ctx, next) => {
      if (isAllowed(ctx.get('authorization'))) return next()
      ctx.status = 401
    }),
  )
  router.get('/', (ctx) => {
    ctx.body = 'Hello, world!'
  })
  router.get('/user/:id', (ctx) => {
    ctx.body = { id: ctx.params.id }
  })
  router.post('/json', async (ctx) => {
    ctx.body = JSON.parse((await bodyOf(ctx.req)).toString())
  })
  router.post('/upload', async (ctx) => {
    ctx.body = String((await bodyOf(ctx.req)).length)
  })
  router.get('/big', (ctx) => {
    ctx.body = BIG_VALUE
  })
  router.get('/stream', (ctx) => {
    ctx.type = 'application/octet-stream'
    ctx.body = Readable.from(
      (function* () {
        for (let i = 0; i < CHUNKS; i++) yield CHUNK
      })(),
    )
  })
  for (let i = 0; i < DEEP_ROUTES; i++) {
    router.get(`/deep/r${i}/:user/items/:item`, (ctx) => {
      ctx.body = { user: ctx.params.user, item: ctx.params.item }
    })
  }
  router.get('/api/shops/:shop/shelves/:shelf/goods/:good', (ctx) => {
    const { shop, shelf, good } = ctx.params
    if (![shop, shelf, good].every(isWhole)) return ctx.throw(400)
    ctx.body = { shop, shelf, good, page: ctx.query.page, sort: ctx.query.sort, session: sessionOf(ctx.get('cookie')) }
  })
  const three = new Router().get('/:id', (ctx) => {
    ctx.body = { id: ctx.params.id }
  })
  const two = new Router().use('/three', three.routes())
  router.use('/one', new Router().use('/two', two.routes()).routes())
  app.use(router.routes())
  return new Promise((resolve) => app.listen(port, '127.0.0.1', resolve))
}

const bodyOf = (req) => new Promise((resolve) => readBody(req, resolve))
