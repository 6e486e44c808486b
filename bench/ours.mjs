import { Application, createServer, json, text } from '@app/core'
import { BIG_VALUE, CHUNK, CHUNKS, DEEP_ROUTES, isAllowed, isWhole, sessionOf } from './cases.mjs'

/** Ours as it ships: limits, canonical path, 405, drain and error boundary on. */
export function startWith(router, port) {
  const app = new Application({ router })
  const pass = async (request, handler) => handler(request)
  const marking = async (request, handler) => {
    const response = await handler(request)
    response.headers.set('x-served-by', 'us')
    return response
  }
  app.pipe('/deep', [pass, pass, marking, pass, pass])
  app.pipe('/api', (request, handler) => {
    return isAllowed(request.headers.get('authorization')) ? handler(request) : text('Unauthorized', { status: 401 })
  })
  app.get('/', () => text('Hello, world!'))
  app.get('/user/{id}', (request) => json({ id: request.params.id }))
  app.post('/json', async (request) => json(await request.json()))
  app.get('/big', () => json(BIG_VALUE))
  app.get('/stream', () => {
    let sent = 0
    const pull = (controller) => (sent++ < CHUNKS ? controller.enqueue(CHUNK) : controller.close())
    return new Response(new ReadableStream({ pull }), { headers: { 'content-type': 'application/octet-stream' } })
  })
  for (let i = 0; i < DEEP_ROUTES; i++) {
    app.get(`/deep/r${i}/{user}/items/{item}`, (request) =>
      json({ user: request.params.user, item: request.params.item }),
    )
  }
  app.get('/api/shops/{shop}/shelves/{shelf}/goods/{good}', (request) => {
    const { shop, shelf, good } = request.params
    if (!isWhole(shop) || !isWhole(shelf) || !isWhole(good)) return text('Bad Request', { status: 400 })
    const { query, headers } = request
    return json({
      shop,
      shelf,
      good,
      page: query.get('page'),
      sort: query.get('sort'),
      session: sessionOf(headers.get('cookie')),
    })
  })
  return createServer(app).listen({ port, host: '127.0.0.1' })
}
