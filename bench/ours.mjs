import { Application, json, text } from '@app/core'
import { BIG_VALUE, CHUNK, CHUNKS, DEEP_ROUTES, isAllowed, isWhole, sessionOf } from './cases.mjs'

const pass = async (request, handler) => handler(request)

async function marking(request, handler) {
  const response = await handler(request)
  response.headers.set('x-served-by', 'us')
  return response
}

function guard(request, handler) {
  return isAllowed(request.headers.get('authorization')) ? handler(request) : text('Unauthorized', { status: 401 })
}

/** The middleware of the application, each with its path prefix. */
export const PIPED = [...[pass, pass, marking, pass, pass].map((each) => ['/deep', each]), ['/api', guard]]

function streamed() {
  let sent = 0
  const pull = (controller) => (sent++ < CHUNKS ? controller.enqueue(CHUNK) : controller.close())
  return new Response(new ReadableStream({ pull }), { headers: { 'content-type': 'application/octet-stream' } })
}

function goods({ params: { shop, shelf, good }, query, headers }) {
  if (!isWhole(shop) || !isWhole(shelf) || !isWhole(good)) return text('Bad Request', { status: 400 })
  const session = sessionOf(headers.get('cookie'))
  return json({ shop, shelf, good, page: query.get('page'), sort: query.get('sort'), session })
}

/** Method, path and handler of each route. */
export const ROUTES = [
  ['GET', '/', () => text('Hello, world!')],
  ['GET', '/user/{id}', (request) => json({ id: request.params.id })],
  ['POST', '/json', async (request) => json(await request.json())],
  ['POST', '/upload', async (request) => text(String((await request.bytes()).length))],
  ['GET', '/big', () => json(BIG_VALUE)],
  ['GET', '/stream', streamed],
  ...Array.from({ length: DEEP_ROUTES }, (_, i) => [
    'GET',
    `/deep/r${i}/{user}/items/{item}`,
    ({ params }) => json({ user: params.user, item: params.item }),
  ]),
  ['GET', '/api/shops/{shop}/shelves/{shelf}/goods/{good}', goods],
]

/**
 * The application under `/one`: it contains a second application under `/two`, which contains a third under `/three`.
 */
export function nested(router) {
  const three = new Application({ router })
  three.get('/{id}', (request) => json({ id: request.params.id }))
  const two = new Application({ router }).pipe('/three', three)
  return new Application({ router }).pipe('/two', two)
}

/** Our application with its default settings: limits, canonical paths, 405, graceful stop and error boundary are on. */
export function applicationWith(router) {
  const app = new Application({ router })
  for (const [prefix, middleware] of PIPED) app.pipe(prefix, middleware)
  for (const [method, path, handler] of ROUTES) app.route(path, handler, [method])
  return app.pipe('/one', nested(router))
}
