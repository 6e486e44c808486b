import {
  Application,
  createServer,
  ErrorHandler,
  HttpError,
  httpErrors,
  type Middleware,
  redirect,
  refuse,
  text,
} from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api'
import { type RPCMetadata, RPCType, setRPCMetadata } from '@opentelemetry/core'
import type { Histogram } from '@opentelemetry/sdk-metrics'
import type { ReadableSpan } from '@opentelemetry/sdk-trace'
import { expect, onTestFinished, test } from 'vitest'
import { type OpenTelemetryOptions, openTelemetry } from './index.ts'
import { record } from './recording.test-kit.ts'

const recording = record()
const tracer = trace.getTracer('test')

function application(options?: OpenTelemetryOptions): Application {
  return new Application({ router: new FindMyWayRouter(), onError: () => undefined }).pipe(openTelemetry(options))
}

function users(): Application {
  const app = new Application({ router: new FindMyWayRouter() })
  app.get('/{id}', () => text('a user'))
  app.get('/', () => text('all users'))
  return app
}

/** Returns the parts of a span that tests compare: name, kind, status, some attributes, and the names of its events. */
function shown({ name, kind, status, attributes, events }: ReadableSpan): unknown[] {
  const { 'http.route': route, 'http.response.status_code': code, 'error.type': type } = attributes
  return [name, SpanKind[kind], SpanStatusCode[status.code], code, route, type, events.map((event) => event.name)]
}

test.each([
  ['/users/7', 'GET /users/{id}', '/users/{id}'],
  ['/api/users/7', 'GET /api/users/{id}', '/api/users/{id}'],
  ['/api/users', 'GET /api/users', '/api/users'],
  ['/api/v1/users/7', 'GET /api/v1/users/{id}', '/api/v1/users/{id}'],
])('the server span of %s has the path of the route with all prefixes', async (path, name, route) => {
  const app = application().pipe('/api/users', users())
  app.pipe('/api', new Application().pipe('/v1', new Application().pipe('/users', users())))
  app.get('/users/{id}', () => text('a user'))
  await app.request(path)
  expect(recording.spans().map(shown)).toEqual([[name, 'SERVER', 'UNSET', 200, route, undefined, []]])
})

test('the span of a request without a route is named by the method alone, and a 404 is not an error', async () => {
  await application().request('/none')
  await application().request('/none', { method: 'PURGE' })
  expect(recording.spans().map(shown)).toEqual([
    ['GET', 'SERVER', 'UNSET', 404, undefined, undefined, []],
    ['HTTP', 'SERVER', 'UNSET', 404, undefined, undefined, []],
  ])
  expect(recording.spans()[1]?.attributes).toMatchObject({
    'http.request.method': '_OTHER',
    'http.request.method_original': 'PURGE',
  })
})

test('a span describes the request by the semantic conventions, and has the query only if the option query is set', async () => {
  const url = 'https://shop.example:8443/users/7?token=secret'
  for (const options of [{}, { query: true }]) {
    await application(options).request(url, { headers: { 'user-agent': 'test/1.0' } })
  }
  const asked = {
    'http.request.method': 'GET',
    'http.response.status_code': 404,
    'server.address': 'shop.example',
    'server.port': 8443,
    'url.path': '/users/7',
    'url.scheme': 'https',
    'user_agent.original': 'test/1.0',
  }
  expect(recording.spans().map(({ attributes }) => attributes)).toEqual([
    asked,
    { ...asked, 'url.query': 'token=secret' },
  ])
})

const gone = new TypeError('the database is gone')

test.each<[string, Middleware, unknown[]]>([
  ['an error', () => fail(gone), [500, 'ERROR', 'TypeError', ['exception']]],
  ['a rejection', () => Promise.reject(gone), [500, 'ERROR', 'TypeError', ['exception']]],
  ['an HttpError of 503', () => fail(new HttpError(503)), [503, 'ERROR', 'HttpError', ['exception']]],
  ['a response of 500', () => text('no', { status: 500 }), [500, 'ERROR', '500', []]],
  ['a mistake of the client', () => fail(new HttpError(409)), [409, 'UNSET', undefined, []]],
])(
  'the span shows the outcome of %s, with and without an ErrorHandler after openTelemetry()',
  async (_what, handler, outcome) => {
    for (const errors of [new ErrorHandler({ listeners: [] }), undefined]) {
      const app = application()
      if (errors) app.pipe(errors)
      app.get('/users/{id}', handler)
      await app.request('/users/7')
    }
    const all = recording.spans().map(shown)
    expect(all.map(([, , status, code, , type, events]) => [code, status, type, events])).toEqual([outcome, outcome])
    expect(new Set(all.map(([name]) => name))).toEqual(new Set(['GET /users/{id}']))
  },
)

const answeringWith = (make: () => Response) =>
  new ErrorHandler({ listeners: [], translate: httpErrors, respond: make })
const throwing = (make: () => unknown) => () => {
  throw make()
}

test.each<[what: string, end: Middleware, answer: () => Response, outcome: unknown[]]>([
  ['a thrown redirect', throwing(() => redirect('/x', 303)), () => text(''), ['UNSET', 303, undefined, []]],
  ['an error answered by a page', throwing(() => new Error('x')), () => text('x'), ['UNSET', 200, undefined, []]],
  [
    'an error answered with 409',
    throwing(() => new Error('x')),
    () => text('x', { status: 409 }),
    ['UNSET', 409, undefined, []],
  ],
  [
    'a 409 answered with 503',
    throwing(() => new HttpError(409)),
    () => text('x', { status: 503 }),
    ['ERROR', 503, 'HttpError', ['exception']],
  ],
  ['a returned 503', () => text('x', { status: 503 }), () => text(''), ['ERROR', 503, '503', []]],
  [
    'a refusal with 503',
    (request) => refuse(request, 503),
    () => text('x', { status: 503 }),
    ['ERROR', 503, '503', []],
  ],
])(
  'the span of %s has the outcome that the client gets, wherever the error handler stands',
  async (_what, end, answer, outcome) => {
    const answered = () => answeringWith(answer)
    for (const chain of [
      [answered(), openTelemetry()],
      [openTelemetry(), answered()],
    ]) {
      const app = new Application({ router: new FindMyWayRouter(), onError: () => undefined })
      for (const one of chain) app.pipe(one)
      await app.pipe(end).request('/')
    }
    expect(recording.spans().map((span) => shown(span).slice(2).toSpliced(2, 1))).toEqual([outcome, outcome])
  },
)

test('the exception on a span has the type, the message and the stack of the error', async () => {
  await application()
    .pipe(() => fail(gone))
    .request('/')
  const [span] = recording.spans()
  expect(span?.events[0]?.attributes).toMatchObject({
    'exception.type': 'TypeError',
    'exception.message': 'the database is gone',
    'exception.stacktrace': expect.stringContaining('opentelemetry.test.ts'),
  })
})

test("the trace of the client's traceparent continues in code inside of handlers, also after an await", async () => {
  const app = application().pipe(async () => {
    await new Promise((resolve) => setImmediate(resolve))
    tracer.startSpan('query').end()
    return text('x')
  })
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  await app.request('/', { headers: { traceparent } })
  const [inner, server] = recording.spans()
  expect([inner?.name, inner?.parentSpanContext?.spanId]).toEqual(['query', server?.spanContext().spanId])
  expect(server?.parentSpanContext).toMatchObject({ spanId: 'b7ad6b7169203331', isRemote: true })
  expect(server?.spanContext().traceId).toBe('0af7651916cd43dd8448eb211c80319c')
})

test('a server span that other code has made gets route and errors, and no second span is made', async () => {
  const app = application()
  app.get('/users/{id}', () => fail(gone))
  await tracer.startActiveSpan('GET', { kind: SpanKind.SERVER }, async (span) => {
    await app.request('/users/7')
    span.end()
  })
  expect(recording.spans().map(shown)).toEqual([
    ['GET /users/{id}', 'SERVER', 'ERROR', 500, '/users/{id}', 'TypeError', ['exception']],
  ])
})

/**
 * Imitates `@opentelemetry/instrumentation-http`, below called http instrumentation. Returns the data that the
 * instrumentation puts into the context of a request and reads at the end of the request, and a function that sends a
 * request in this context.
 */
function instrumented(span: Span, route?: string) {
  const metadata: RPCMetadata = { type: RPCType.HTTP, span, ...(route !== undefined && { route }) }
  const inside = setRPCMetadata(trace.setSpan(ROOT_CONTEXT, span), metadata)
  const ask = (app: Application, path: string) => context.with(inside, () => app.request(path))
  return { metadata, ask }
}

test('http instrumentation reads the route of the application, or the route of another framework if no route of the application matches', async () => {
  const app = application()
  app.get('/users/{id}', () => text('a user'))
  const [found, missed] = ['/users/7', '/none'].map((path) => ({
    path,
    ...instrumented(tracer.startSpan('GET', { kind: SpanKind.SERVER }), '/theirs'),
  }))
  for (const each of [found, missed]) await each?.ask(app, each.path)
  expect([found?.metadata.route, missed?.metadata.route]).toEqual(['/users/{id}', '/theirs'])
  if (missed) missed.metadata.route = '/written/later'
  expect(missed?.metadata.route).toBe('/written/later')
})

test('if http instrumentation does not sample a request, no span is made, and the metrics of the instrumentation get the route', async () => {
  const app = application()
  app.get('/users/{id}', () => fail(gone))
  const ids = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' }
  const { ask, metadata } = instrumented(trace.wrapSpanContext({ ...ids, traceFlags: TraceFlags.NONE }))
  await ask(app, '/users/7')
  expect([recording.spans(), metadata.route]).toEqual([[], '/users/{id}'])
})

test('an error of a function that was passed to beforeSending() is recorded on the span, like an error of a handler', async () => {
  const { beforeSending } = await import('@app/core/extending')
  const app = application().pipe((request) => {
    beforeSending(request, () => fail(gone))
    return text('x')
  })
  await tracer.startActiveSpan('GET', { kind: SpanKind.SERVER }, async (span) => {
    await app.request('/')
    span.end()
  })
  expect(recording.spans().map(shown)).toEqual([['GET', 'SERVER', 'ERROR', 500, undefined, 'TypeError', ['exception']]])
})

test('a surrounding span that is not a server span becomes the parent of the server span', async () => {
  await tracer.startActiveSpan('job', async (span) => {
    await application().request('/')
    span.end()
  })
  const [server, job] = recording.spans()
  expect([server?.kind, server?.parentSpanContext?.spanId]).toEqual([SpanKind.SERVER, job?.spanContext().spanId])
})

test('a request that a handler makes to another application has its own span inside of the span of the outer request', async () => {
  const inner = application().pipe(() => text('inner'))
  const outer = application().pipe(() => inner.request('/inner'))
  await outer.request('/outer')
  const [first, second] = recording.spans()
  expect([first?.attributes['url.path'], second?.attributes['url.path']]).toEqual(['/inner', '/outer'])
  expect(first?.parentSpanContext?.spanId).toBe(second?.spanContext().spanId)
})

test('openTelemetry() makes one span for a request, also if it is piped twice or in a nested application', async () => {
  const nested = application().pipe(() => text('x'))
  await application().pipe(openTelemetry()).pipe('/nested', nested).request('/nested')
  expect(recording.spans()).toHaveLength(1)
})

test('requests for ignored paths have no span', async () => {
  const app = application({ ignore: ['/health/live'] })
  await app.request('/health/live')
  await app.request('/health/ready')
  expect(recording.spans().map(({ attributes }) => attributes['url.path'])).toEqual(['/health/ready'])
})

test('a span lasts until the body was read, and has no status if the client left before the response', async () => {
  const app = application().pipe('/stream', () => new Response(new Blob(['x']).stream()))
  const response = await app.request('/stream')
  expect(recording.spans()).toEqual([])
  await response.text()
  expect(recording.spans()).toHaveLength(1)
  const left = new AbortController()
  const hanging = application().pipe(async (request) => {
    left.abort()
    await new Promise((resolve) => request.signal.addEventListener('abort', resolve))
    return text('too late')
  })
  const server = await createServer(hanging).listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(async () => {
    await server.close()
  })
  const url = `http://127.0.0.1:${server.address?.port}/`
  await expect(fetch(url, { signal: left.signal })).rejects.toThrow('aborted')
  await expect
    .poll(() => recording.spans().slice(1).map(shown))
    .toEqual([['GET', 'SERVER', 'UNSET', undefined, undefined, undefined, []]])
})

test('metrics count requests by method, route and status, and have their durations in seconds, in the recommended buckets', async () => {
  const app = application().pipe('/metered', users())
  app.get('/metered-error', () => fail(gone))
  const before = await recording.points('http.server.request.duration')
  let during: unknown
  const watched = application().pipe('/watched', async () => {
    during = (await recording.points('http.server.active_requests')).map(({ value }) => value)
    return text('x')
  })
  for (const path of ['/metered/7', '/metered/8', '/metered-error']) await app.request(path)
  await watched.request('/watched')
  const points = (await recording.points('http.server.request.duration')).filter(({ attributes }) =>
    String(attributes['http.route']).startsWith('/metered'),
  )
  const usual = { 'http.request.method': 'GET', 'url.scheme': 'http' }
  expect(points.map(({ attributes, value }) => [attributes, (value as Histogram).count])).toEqual([
    [{ ...usual, 'http.route': '/metered/{id}', 'http.response.status_code': 200 }, 2],
    [{ ...usual, 'http.route': '/metered-error', 'http.response.status_code': 500, 'error.type': 'TypeError' }, 1],
  ])
  const [first] = points.map(({ value }) => value as Histogram)
  expect(first?.buckets.boundaries).toEqual([0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10])
  // The durations are in seconds, so the sum for two quick requests is less than 100.
  expect(first?.sum).toBeLessThan(100)
  const active = await recording.points('http.server.active_requests')
  expect(during).toContain(1)
  expect(active.map(({ value }) => value)).toEqual(active.map(() => 0))
  expect(active.map(({ attributes }) => attributes)).toContainEqual(usual)
  expect(before.length).toBeGreaterThan(0)
})

test('openTelemetry() with metrics: false measures no request', async () => {
  await application({ metrics: false }).request('/', { method: 'QUERY' })
  const points = await recording.points('http.server.request.duration')
  expect(points.filter(({ attributes }) => attributes['http.request.method'] === 'QUERY')).toEqual([])
})

test('metrics also count a request whose trace is not sampled', async () => {
  const app = application()
  app.get('/unsampled', () => text('x'))
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00'
  await app.request('/unsampled', { headers: { traceparent } })
  const points = await recording.points('http.server.request.duration')
  expect(recording.spans()).toEqual([])
  expect(points.filter(({ attributes }) => attributes['http.route'] === '/unsampled')).toHaveLength(1)
})

test.each([
  [{ metrics: 'yes' }, 'openTelemetry(): "metrics" must be true or false'],
  [{ ignore: ['health'] }, 'openTelemetry(): "ignore" must be a list of paths such as "/health/live"'],
  [{ ignored: [] }, 'openTelemetry(): unknown option "ignored". Did you mean "ignore"?'],
])('openTelemetry() refuses the options %o', (options, message) => {
  expect(() => openTelemetry(options as OpenTelemetryOptions)).toThrow(message)
})

test('outside of requests, openTelemetry() leaves no span active', () => {
  expect(trace.getSpan(context.active())).toBeUndefined()
})

function fail(error: Error): never {
  throw error
}
