import { H3, serve } from 'h3'
import { BIG_VALUE, CHUNK, CHUNKS, DEEP_ROUTES, isAllowed, isWhole, sessionOf } from '../cases.mjs'

export async function start(port) {
  const app = new H3()
  app.get('/', (event) => {
    event.res.headers.set('content-type', 'text/plain; charset=utf-8')
    return 'Hello, world!'
  })
  app.get('/user/:id', (event) => ({ id: event.context.params.id }))
  app.post('/json', async (event) => event.req.json())
  app.post('/upload', async (event) => String((await event.req.arrayBuffer()).byteLength))
  app.get('/big', () => BIG_VALUE)
  app.get('/stream', () => {
    let sent = 0
    const pull = (controller) => (sent++ < CHUNKS ? controller.enqueue(CHUNK) : controller.close())
    return new Response(new ReadableStream({ pull }), { headers: { 'content-type': 'application/octet-stream' } })
  })
  for (let i = 0; i < 4; i++) app.use('/deep/**', async (_event, next) => next())
  app.use('/deep/**', async (event, next) => {
    const value = await next()
    event.res.headers.set('x-served-by', 'us')
    return value
  })
  for (let i = 0; i < DEEP_ROUTES; i++) {
    app.get(`/deep/r${i}/:user/items/:item`, ({ context: { params } }) => ({ user: params.user, item: params.item }))
  }
  app.use('/api/**', (event, next) => {
    return isAllowed(event.req.headers.get('authorization')) ? next() : new Response('Unauthorized', { status: 401 })
  })
  app.get('/api/shops/:shop/shelves/:shelf/goods/:good', (event) => {
    const { shop, shelf, good } = event.context.params
    if (![shop, shelf, good].every(isWhole)) return new Response('Bad Request', { status: 400 })
    const query = event.url.searchParams
    return {
      shop,
      shelf,
      good,
      page: query.get('page'),
      sort: query.get('sort'),
      session: sessionOf(event.req.headers.get('cookie')),
    }
  })
  const three = new H3().get('/:id', (event) => ({ id: event.context.params.id }))
  app.mount('/one', new H3().mount('/two', new H3().mount('/three', three)))
  await serve(app, { port, hostname: '127.0.0.1', silent: true }).ready()
}
