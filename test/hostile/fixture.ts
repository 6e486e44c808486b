import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { bodyParser, PARSED_BODY } from '@app/body-parser'
import { Application, json, type Middleware, type RouterInterface, redirect, text } from '@app/core'
import { type EventStreamContext, eventStream, type ServerEvent } from '@app/event-stream'

const SECRET = 'secret=hunter2'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/**
 * The application that the hostile suite attacks. It has a guard at a prefix, handlers that read bodies, handlers that
 * fail in many ways, and unusual answers.
 */
export function fixture(router: RouterInterface, onError?: (error: unknown) => void): Application {
  const app = new Application({ router, ...(onError && { onError }) })
  app.pipe('/admin', guard)
  addPages(app)
  addBodies(app)
  addFaults(app)
  addResponses(app)
  return app
}

/** The guard: without the token in the header `x-token`, no request reaches a handler under the guard's prefix. */
export const guard: Middleware = async (request, handler) => {
  if (request.headers.get('x-token') !== 'letmein')
    return text('GUARD', { status: 401, headers: { 'x-guard': 'deny' } })
  const response = await handler(request)
  response.headers.set('x-guard', 'pass')
  return response
}

function addPages(app: Application): void {
  app.get('/', () => text('Hello, world!'))
  app.get('/ping', () => json({ ack: Date.now() }))
  app.get('/admin/secret', () => text('SECRET', { headers: { 'x-handler': 'secret' } }))
  app.get('/public/{name}', ({ params }) => json({ name: params.name }))
  app.get('/query', ({ query }) => json({ query: Object.fromEntries(query), ...pollution() }))
  app.get('/canary', () => json(pollution()))
  app.get('/__mem', () => {
    collectGarbage()
    const { rss, heapUsed, arrayBuffers } = process.memoryUsage()
    const sockets = process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length
    return json({ rss, heap: heapUsed, buffers: arrayBuffers, sockets })
  })
}

function addBodies(app: Application): void {
  app.post('/post', () => text('posted'))
  app.post('/noread', () => text('not read'))
  const echo: Middleware = (request) => {
    const body = request.attribute(PARSED_BODY) ?? null
    const proto = (Object.assign({}, body) as { polluted?: unknown }).polluted ?? null
    return json({ body, proto, ...pollution() })
  }
  app.post('/echo', [bodyParser({ limit: 65_536 }), echo])
  app.post('/form', [bodyParser({ limit: 65_536 }), echo])
}

function addFaults(app: Application): void {
  app.get('/throw-sync', throwing(new Error(SECRET)))
  app.get('/throw-async', async () => {
    await sleep(1)
    throw new Error(SECRET)
  })
  app.get('/throw-string', throwing(SECRET))
  app.get('/throw-null', throwing(null))
  app.get('/throw-undefined', throwing(undefined))
  app.get('/throw-status', throwing(Object.assign(new Error(SECRET), { status: 200, statusCode: 200 })))
  app.get('/stream-err', () => new Response(failingStream()))
  app.get('/never', () => new Promise<Response>(() => undefined))
  app.get('/slow', async () => {
    await sleep(400)
    return text('slow')
  })
  app.get('/undef', (() => undefined) as never)
}

function addResponses(app: Application): void {
  app.get('/cookies2', () => {
    const response = text('cookies')
    response.headers.append('set-cookie', 'a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT')
    response.headers.append('set-cookie', 'b=2; Path=/')
    return response
  })
  app.get('/crlf', ({ query }) => text('header', { headers: { 'x-value': query.get('v') ?? '' } }))
  app.get('/redirect', ({ query }) => redirect(query.get('v') ?? '/'))
  app.get('/status', ({ query }) => text('status', { status: Number(query.get('c')) }))
  app.get('/s204', () => new Response(null, { status: 204, headers: { 'content-length': '5' } }))
  app.get('/s304', () => new Response(null, { status: 304, headers: { 'content-length': '5' } }))
  app.get('/cl-short', () => new Response('short', { headers: { 'content-length': '100' } }))
  app.get('/cl-long', () => new Response('much too long', { headers: { 'content-length': '3' } }))
  app.get('/big', () => text(BIG))
  app.get('/events', eventStream(untilTheClientLeaves))
  app.get(
    '/stream',
    () => new Response(new ReadableStream({ pull: (controller) => controller.enqueue(PIECE.slice()) })),
  )
}

/** Sends an event at once and one each second, until the stream ends. */
async function* untilTheClientLeaves(_request: unknown, { signal }: EventStreamContext): AsyncGenerator<ServerEvent> {
  for (let id = 0; !signal.aborted; id++) {
    yield { id: String(id), data: 'news' }
    await sleep(1_000, undefined, { signal })
  }
}

function throwing(error: unknown): Middleware {
  return () => {
    throw error
  }
}

function failingStream(): ReadableStream<Uint8Array> {
  let isFirst = true
  return new ReadableStream({
    pull: (controller) => {
      if (isFirst) controller.enqueue(new TextEncoder().encode('part'))
      else controller.error(new Error(SECRET))
      isFirst = false
    },
  })
}

/** The properties that every object would have if a request had changed the prototype of all objects. */
function pollution(): object {
  const { polluted = null, isAdmin = null } = {} as { polluted?: unknown; isAdmin?: unknown }
  return { polluted, isAdmin }
}

const PIECE = new Uint8Array(65_536)

/**
 * A flat text, decoded from a buffer: V8 would allocate the memory of `'x'.repeat()` only when the text is first sent.
 */
const BIG = Buffer.alloc(4 * 1_048_576, 'x').toString('latin1')
