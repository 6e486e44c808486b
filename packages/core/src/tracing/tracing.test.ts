import { AsyncLocalStorage } from 'node:async_hooks'
import { tracingChannel } from 'node:diagnostics_channel'
import { setTimeout as sleep } from 'node:timers/promises'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { afterEach, expect, test, vi } from 'vitest'
import { Application, ErrorHandler, HttpError, type Middleware, text } from '../index.ts'
import type { MiddlewareMessage, RequestMessage, RouteMessage } from '../logging.ts'

interface Span {
  readonly name: string
  readonly parent: Span | undefined
  readonly children: Span[]
  over?: string
  error?: unknown
}

type Message = RequestMessage | MiddlewareMessage | RouteMessage

const KINDS = ['request', 'middleware', 'route'] as const
type Kind = (typeof KINDS)[number]

const channels = {
  request: tracingChannel<unknown, RequestMessage>('@app/core:request'),
  middleware: tracingChannel<unknown, MiddlewareMessage>('@app/core:middleware'),
  route: tracingChannel<unknown, RouteMessage>('@app/core:route'),
}

const cleanups: (() => void)[] = []

afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup()
})

/**
 * Makes a tracer, which begins a span for each operation. Code inside of the operation finds the span in the
 * `AsyncLocalStorage` that is bound to the channel.
 */
function tracer(kinds: readonly Kind[] = KINDS) {
  const store = new AsyncLocalStorage<Span>()
  const roots: Span[] = []
  const spans = new Map<object, Span>()
  for (const kind of kinds) {
    const channel = channels[kind]
    const open = (message: Message): Span => {
      const parent = store.getStore()
      const span: Span = { name: `${kind} ${label(message)}`, parent, children: [] }
      ;(parent?.children ?? roots).push(span)
      spans.set(message, span)
      return span
    }
    const close = (message: Message) => {
      const span = spans.get(message) as Span
      if (message.duration !== undefined) span.over = `${message.status ?? 'threw'} ${message.route ?? '-'}`
    }
    const handlers = {
      start: () => undefined,
      end: close,
      asyncStart: () => undefined,
      asyncEnd: close,
      error: (message: Message) => {
        ;(spans.get(message) as Span).error = message.error
      },
    }
    channel.start.bindStore(store as AsyncLocalStorage<unknown>, open as never)
    channel.subscribe(handlers as never)
    cleanups.push(() => {
      channel.start.unbindStore(store as AsyncLocalStorage<unknown>)
      channel.unsubscribe(handlers as never)
    })
  }
  return { roots, store }
}

function label(message: Message): string {
  if ('place' in message) return message.name ?? message.place
  return `${message.method} ${message.route ?? message.path}`
}

function tree(spans: readonly Span[], depth = 0): string[] {
  return spans.flatMap(({ name, over, error, children }) => [
    `${'  '.repeat(depth)}${name}: ${over}${error === undefined ? '' : `, ${error}`}`,
    ...tree(children, depth + 1),
  ])
}

const passing: Middleware = (request, handler) => handler(request)
const waiting: Middleware = async (request, handler) => {
  await sleep(1)
  return handler(request)
}
const show: Middleware = () => text('shown')
const failing: Middleware = () => {
  throw new HttpError(409, 'taken')
}

function application(options = {}) {
  return new Application({ router: new FindMyWayRouter(), onError: () => undefined, ...options })
}

test('the spans of a request, its middleware and its route are nested as they run', async () => {
  const { roots } = tracer()
  const app = application().pipe(passing).pipe('/users', waiting)
  app.get('/users/{id}', [passing, show], 'user.show')
  expect(await (await app.request('/users/7?secret=1')).text()).toBe('shown')
  expect(tree(roots)).toEqual([
    'request GET /users/7: 200 /users/{id}',
    '  middleware passing: 200 /users/{id}',
    '    middleware waiting: 200 /users/{id}',
    '      route GET /users/{id}: 200 /users/{id}',
    '        middleware passing: 200 /users/{id}',
    '          middleware show: 200 /users/{id}',
  ])
})

test('an error is in the messages of all middleware through which it is thrown, and in the message of the request, which also has the status', async () => {
  const { roots } = tracer()
  const app = application().pipe(waiting)
  app.get('/users/{id}', failing)
  expect((await app.request('/users/7')).status).toBe(409)
  expect(tree(roots)).toEqual([
    'request GET /users/7: 409 /users/{id}, HttpError: taken',
    '  middleware waiting: threw /users/{id}, HttpError: taken',
    '    route GET /users/{id}: threw /users/{id}, HttpError: taken',
    '      middleware failing: threw /users/{id}, HttpError: taken',
  ])
})

test('an error that an error handler answers is not in the message of the request', async () => {
  const { roots } = tracer()
  const app = application()
    .pipe(new ErrorHandler({ listeners: [] }))
    .pipe(failing)
  expect((await app.request('/')).status).toBe(409)
  expect(tree(roots)).toEqual([
    'request GET /: 409 -',
    '  middleware ErrorHandler: 409 -',
    '    middleware failing: threw -, HttpError: taken',
  ])
})

test('code inside of a middleware finds the span of the middleware, also after an await', async () => {
  const { roots, store } = tracer()
  const seen: (string | undefined)[] = []
  const noting: Middleware = async (request, handler) => {
    await sleep(1)
    seen.push(store.getStore()?.name)
    const response = await handler(request)
    seen.push(store.getStore()?.name)
    return response
  }
  const inner: Middleware = async () => {
    await sleep(1)
    seen.push(store.getStore()?.name)
    return text('x')
  }
  const app = application().pipe(noting).pipe(inner)
  await Promise.all([app.request('/'), app.request('/')])
  expect(seen.sort()).toEqual([...Array(2).fill('middleware inner'), ...Array(4).fill('middleware noting')])
  expect(roots.map(({ name }) => name)).toEqual(['request GET /', 'request GET /'])
  expect(store.getStore()).toBeUndefined()
})

test('a chain of synchronous middleware stays synchronous when a subscriber traces it', () => {
  tracer()
  const answer = application().pipe(passing).pipe(show).fetch(new Request('http://localhost/'))
  expect(answer).toBeInstanceOf(Response)
})

test('a message about middleware has its name, its place, the duration, and the path without the query', async () => {
  const messages: MiddlewareMessage[] = []
  const handlers = { end: (message: object) => void messages.push(message as MiddlewareMessage) }
  channels.middleware.subscribe(handlers as never)
  cleanups.push(() => channels.middleware.unsubscribe(handlers as never))
  const inner = application().pipe('/b', show)
  await application().pipe('/a', inner).request('/a/b/c?x=1', { method: 'POST' })
  expect(messages).toMatchObject([
    { name: 'show', place: 'pipe 1 at "/b": show', method: 'POST', path: '/a/b/c', status: 200 },
  ])
  expect(messages[0]?.request.path).toBe('/c')
  expect(messages[0]?.duration).toBeGreaterThanOrEqual(0)
})

test('a subscriber gets messages about the requests after its subscription, and none after it unsubscribes', async () => {
  const app = application().pipe(passing)
  app.get('/', show)
  await app.request('/')
  const { roots } = tracer(['request'])
  await app.request('/')
  const more = tracer(['middleware'])
  await app.request('/')
  expect(roots).toHaveLength(2)
  expect(tree(more.roots)).toEqual(['middleware passing: 200 /', '  middleware show: 200 /'])
  for (const cleanup of cleanups.splice(0)) cleanup()
  await app.request('/')
  expect(roots).toHaveLength(2)
})

test('an application that runs as middleware of another application is traced too', async () => {
  const guest = application().pipe(show)
  const app = application().pipe((request, handler) => guest.process(request, handler))
  await app.request('/')
  const { roots } = tracer(['middleware'])
  await app.request('/')
  expect(tree(roots)).toEqual(['middleware pipe 1: 200 -', '  middleware show: 200 -'])
})

test('without subscribers, requests publish no messages to the channels', async () => {
  const publish = KINDS.flatMap((kind) =>
    (['start', 'end', 'asyncStart', 'asyncEnd', 'error'] as const).flatMap((event) => [
      vi.spyOn(channels[kind][event], 'publish'),
      vi.spyOn(channels[kind][event], 'runStores'),
    ]),
  )
  const app = application().pipe(waiting)
  app.get('/', show)
  app.get('/fails', failing)
  await app.request('/')
  await app.request('/fails')
  for (const spy of publish) {
    expect(spy).not.toHaveBeenCalled()
    spy.mockRestore()
  }
})
