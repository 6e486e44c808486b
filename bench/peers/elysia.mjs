import { node } from '@elysiajs/node'
import { Elysia } from 'elysia'
import { BIG_VALUE, CHUNK, CHUNKS, DEEP_ROUTES, isAllowed, isWhole, sessionOf } from '../cases.mjs'

export function start(port) {
  const app = new Elysia({ adapter: node() })
  app.get('/', () => 'Hello, world!')
  app.get('/user/:id', ({ params }) => ({ id: params.id }))
  app.post('/json', ({ body }) => body)
  app.post('/upload', async ({ request }) => String((await request.arrayBuffer()).byteLength), { parse: 'none' })
  app.get('/big', () => BIG_VALUE)
  app.get('/stream', () => {
    let sent = 0
    const pull = (controller) => (sent++ < CHUNKS ? controller.enqueue(CHUNK) : controller.close())
    return new Response(new ReadableStream({ pull }), { headers: { 'content-type': 'application/octet-stream' } })
  })
  app.group('/deep', (deep) => {
    for (let i = 0; i < 4; i++) deep.onBeforeHandle(async () => undefined)
    deep.onAfterHandle(async ({ set }) => {
      set.headers['x-served-by'] = 'us'
    })
    for (let i = 0; i < DEEP_ROUTES; i++) {
      deep.get(`/r${i}/:user/items/:item`, ({ params }) => ({ user: params.user, item: params.item }))
    }
    return deep
  })
  app.group('/api', (api) => {
    api.onBeforeHandle(({ headers, status }) => (isAllowed(headers.authorization) ? undefined : status(401)))
    return api.get('/shops/:shop/shelves/:shelf/goods/:good', ({ params, query, headers, status }) => {
      const { shop, shelf, good } = params
      if (![shop, shelf, good].every(isWhole)) return status(400)
      return { shop, shelf, good, page: query.page, sort: query.sort, session: sessionOf(headers.cookie) }
    })
  })
  const three = new Elysia({ prefix: '/three' }).get('/:id', ({ params }) => ({ id: params.id }))
  app.use(new Elysia({ prefix: '/one' }).use(new Elysia({ prefix: '/two' }).use(three)))
  return new Promise((resolve) => app.listen({ port, hostname: '127.0.0.1' }, resolve))
}
