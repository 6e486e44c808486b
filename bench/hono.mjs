import { Hono } from 'hono'
import { BIG_VALUE, CHUNK, CHUNKS, DEEP_ROUTES, isAllowed, isWhole, sessionOf } from './cases.mjs'

/**
 * An application of Hono that answers each case of the folder `peers/`, for Hono's server on node and for runtimes that
 * serve `fetch` themselves.
 */
export function honoApplication() {
  const app = new Hono()
  const pass = async (_context, next) => next()
  app.get('/', (c) => c.text('Hello, world!'))
  app.get('/user/:id', (c) => c.json({ id: c.req.param('id') }))
  app.post('/json', async (c) => c.json(await c.req.json()))
  app.post('/upload', async (c) => c.text(String((await c.req.arrayBuffer()).byteLength)))
  app.get('/big', (c) => c.json(BIG_VALUE))
  app.get('/stream', (c) => {
    let sent = 0
    const pull = (controller) => (sent++ < CHUNKS ? controller.enqueue(CHUNK) : controller.close())
    return c.body(new ReadableStream({ pull }), 200, { 'content-type': 'application/octet-stream' })
  })
  app.use(
    '/deep/*',
    pass,
    pass,
    async (c, next) => {
      await next()
      c.header('x-served-by', 'us')
    },
    pass,
    pass,
  )
  for (let i = 0; i < DEEP_ROUTES; i++) {
    app.get(`/deep/r${i}/:user/items/:item`, (c) => c.json({ user: c.req.param('user'), item: c.req.param('item') }))
  }
  app.use('/api/*', async (c, next) =>
    isAllowed(c.req.header('authorization')) ? next() : c.text('Unauthorized', 401),
  )
  app.get('/api/shops/:shop/shelves/:shelf/goods/:good', (c) => {
    const { shop, shelf, good } = c.req.param()
    if (![shop, shelf, good].every(isWhole)) return c.text('Bad Request', 400)
    return c.json({
      shop,
      shelf,
      good,
      page: c.req.query('page'),
      sort: c.req.query('sort'),
      session: sessionOf(c.req.header('cookie')),
    })
  })
  const three = new Hono().get('/:id', (c) => c.json({ id: c.req.param('id') }))
  app.route('/one', new Hono().route('/two', new Hono().route('/three', three)))
  return app
}
