import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { IDENTITY } from '@app/authentication'
import { bodyParser } from '@app/body-parser'
import {
  Application,
  BODY_LIMIT,
  HttpError,
  type Middleware,
  type RequestHandler,
  type ServerRequest,
  stream,
  text,
  toNodeHandler,
} from '@app/core'
import { openApiDocument } from '@app/openapi'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  IDEMPOTENCY,
  type IdempotencyOptions,
  idempotency,
  type KeyStore,
  memoryKeys,
  type OnceOptions,
  once,
  REQUEST_ONCE,
} from './index.ts'

/** An application that counts how often the handler of `POST /orders` runs. */
function shop(
  options: IdempotencyOptions = {},
  answer: (count: number, request: Parameters<RequestHandler>[0]) => Response | Promise<Response> = (count) =>
    text(`order ${count}`, { status: 201, headers: { location: `/orders/${count}` } }),
) {
  const app = new Application({ router: new FindMyWayRouter(), onError: () => undefined })
  const state = { runs: 0 }
  app.pipe(idempotency({ scope: 'anyone', ...options }))
  app.any('/orders', (request) => answer(++state.runs, request))
  const order = (key: string | undefined, body: RequestInit['body'] = 'tea', init: RequestInit = {}) =>
    app.request('/orders', {
      method: 'POST',
      body,
      ...init,
      headers: { ...(key !== undefined && { 'idempotency-key': key }), ...init.headers },
    })
  return { app, state, order }
}

test('a repeated request gets the status, the headers and the body of the first, and does not run', async () => {
  const { order, state } = shop()
  const first = await order('"one"')
  expect([first.status, first.headers.get('idempotent-replayed'), await first.text()]).toEqual([201, null, 'order 1'])
  const second = await order('"one"')
  const { headers } = second
  expect([second.status, headers.get('location'), headers.get('content-type'), await second.text()]).toEqual([
    201,
    '/orders/1',
    'text/plain; charset=utf-8',
    'order 1',
  ])
  expect([headers.get('idempotent-replayed'), state.runs]).toEqual(['true', 1])
  expect(await (await order('"two"')).text()).toBe('order 2')
})

test('a key without quotes is the same key; a request without a key, and a GET, run each time', async () => {
  const { order, state } = shop()
  expect([await (await order('"one"')).text(), await (await order('one')).text()]).toEqual(['order 1', 'order 1'])
  await order(undefined)
  await order(undefined)
  await order('one', null, { method: 'GET' })
  expect(state.runs).toBe(4)
})

test('of many requests at once, one runs; the others get a 409 with Retry-After until it is done', async () => {
  let finish: () => void = () => undefined
  const isRefused = new Promise<void>((resolve) => {
    finish = resolve
  })
  const { order, state } = shop({}, async (count) => {
    await isRefused
    return text(`order ${count}`)
  })
  let left = 19
  const orders = Array.from({ length: 20 }, async () => {
    const response = await order('one')
    if (--left === 0) finish()
    return response
  })
  const responses = await Promise.all(orders)
  expect(state.runs).toBe(1)
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(409)])
  const refused = responses.find(({ status }) => status === 409)
  expect([refused?.headers.get('retry-after'), await refused?.text()]).toEqual([
    '1',
    'The first request with this Idempotency-Key still runs.',
  ])
  expect(await (await order('one')).text()).toBe('order 1')
})

test('a key of another body, query, media type or method gets a 422', async () => {
  const { app, order, state } = shop()
  await order('one')
  const query = app.request('/orders?express', { method: 'POST', body: 'tea', headers: { 'idempotency-key': 'one' } })
  const others = [
    order('one', 'milk'),
    query,
    order('one', 'tea', { headers: { 'content-type': 'text/html' } }),
    order('one', 'tea', { method: 'PATCH' }),
  ]
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual([422, 422, 422, 422])
  expect(state.runs).toBe(1)
})

test('a form with files is the same request with another boundary, and with another file another', async () => {
  const { order, state } = shop()
  const form = (content: string) => {
    const data = new FormData()
    data.set('photo', new Blob([content]), 'photo.png')
    return data
  }
  expect((await order('one', form('a'))).status).toBe(201)
  expect((await order('one', form('a'))).headers.get('idempotent-replayed')).toBe('true')
  expect((await order('one', form('b'))).status).toBe(422)
  expect(state.runs).toBe(1)
})

test('a boundary is left out of the comparison of multipart bodies alone', async () => {
  const { order, state } = shop()
  const headers = { 'content-type': 'application/json; boundary=0' }
  const statuses = []
  for (const amount of [10, 1000]) statuses.push((await order('one', `{"amount":${amount}}`, { headers })).status)
  expect([statuses, state.runs]).toEqual([[201, 422], 1])
})

test('a body that fails is sent as far as it came, and its request does not run again', async () => {
  const { order, state } = shop({}, () =>
    stream(
      (async function* () {
        yield 'a'
        throw new Error('no more')
      })(),
    ),
  )
  await expect((await order('one')).text()).rejects.toThrow()
  expect([(await order('one')).status, state.runs]).toEqual([409, 1])
})

test('a key is free again if middleware before this one cannot answer with the response', async () => {
  const app = new Application({ router: new FindMyWayRouter(), onError: () => undefined })
  let runs = 0
  app.pipe(async (request, handler) => {
    const response = await handler(request)
    if (runs === 1) throw new HttpError(503)
    return response
  })
  app.pipe(idempotency({ scope: 'anyone' }))
  app.post('/cart', () => text(`${++runs}`))
  const put = async () => {
    const response = await app.request('/cart', { method: 'POST', headers: { 'idempotency-key': 'one' } })
    return [response.status, await response.text(), response.headers.get('idempotent-replayed')]
  }
  expect([(await put())[0], await put(), await put()]).toEqual([503, [200, '2', null], [200, '2', 'true']])
})

test('if middleware before this one answers first, the key stays claimed until the handler ends, and keeps its response', async () => {
  let finish: () => void = () => undefined
  const isAsked = new Promise<void>((resolve) => {
    finish = resolve
  })
  const app = new Application({ router: new FindMyWayRouter(), onError: () => undefined })
  let isLate = true
  const hasBegun = Promise.withResolvers<void>()
  const late = hasBegun.promise.then(() => text('late', { status: 503 }))
  app.pipe((request, handler) => (isLate ? Promise.race([handler(request), late]) : handler(request)))
  app.pipe(idempotency({ scope: 'anyone' }))
  app.post('/orders', async () => {
    hasBegun.resolve()
    await isAsked
    return text('done')
  })
  const order = async () => app.request('/orders', { method: 'POST', headers: { 'idempotency-key': 'one' } })
  expect((await order()).status).toBe(503)
  isLate = false
  expect((await order()).status).toBe(409)
  finish()
  await expect.poll(async () => (await order()).headers.get('idempotent-replayed')).toBe('true')
})

test('if middleware before this one answers before the key is claimed, the key is free once the handler has ended', async () => {
  const app = new Application({ router: new FindMyWayRouter(), onError: () => undefined })
  const isAnswered = Promise.withResolvers<string>()
  let runs = 0
  app.pipe((request, handler) =>
    runs === 0 ? Promise.race([handler(request), text('late', { status: 503 })]) : handler(request),
  )
  app.pipe(idempotency({ scope: () => isAnswered.promise }))
  app.post('/orders', () => text(`order ${++runs}`))
  const order = async () => app.request('/orders', { method: 'POST', headers: { 'idempotency-key': 'one' } })
  expect((await order()).status).toBe(503)
  isAnswered.resolve('anyone')
  await expect.poll(() => runs).toBe(1)
  await expect.poll(async () => (await order()).headers.get('idempotent-replayed')).toBe('true')
  expect(runs).toBe(2)
})

test('inside of another framework, a key is free again after an error that the framework answers', async () => {
  const { app, state } = shop({}, (count) => {
    if (count === 1) throw new HttpError(409)
    return text(`order ${count}`)
  })
  const handle = toNodeHandler(app)
  const server = createServer((incoming, outgoing) => {
    handle(incoming, outgoing, () => outgoing.writeHead(500).end('the framework'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as { readonly port: number }
  const order = async () => {
    const init = { method: 'POST', headers: { 'idempotency-key': 'one' } }
    return (await fetch(`http://127.0.0.1:${port}/orders`, init)).text()
  }
  expect([await order(), await order(), await order(), state.runs]).toEqual(['the framework', 'order 2', 'order 2', 2])
})

test('once() runs a handler once for a key, and a request that has taken effect never again', async () => {
  const app = new Application({ onError: () => undefined })
  const eventOnce = once({ store: memoryKeys(), name: 'events' })
  let runs = 0
  app.pipe((request, handler) => eventOnce(request, handler, { key: request.headers.get('x-event') ?? '' }))
  app.pipe((request) => {
    runs++
    if (request.path === '/effect') request.attribute(REQUEST_ONCE)?.tookEffect()
    if (request.path === '/done') return text(`event ${runs}`)
    throw new HttpError(502)
  })
  const send = async (path: string) => {
    const response = await app.request(path, { method: 'POST', headers: { 'x-event': path } })
    return [response.status, await response.text()]
  }
  expect([await send('/done'), await send('/done'), runs]).toEqual([[200, 'event 1'], [200, 'event 1'], 1])
  expect([(await send('/fails'))[0], (await send('/fails'))[0], runs]).toEqual([502, 502, 3])
  expect([(await send('/effect'))[0], await send('/effect'), runs]).toEqual([
    502,
    [
      502,
      'The first request with this Idempotency-Key has taken effect, or may have, before it failed. It does not run again.',
    ],
    4,
  ])
  expect(() => once({} as OnceOptions)).toThrow('"store"')
})

test('the handler can read the body', async () => {
  const { order } = shop({}, async (_count, request) => text(await request.text()))
  expect(await (await order('one', 'some milk')).text()).toBe('some milk')
})

test('a response of 500 and above, a 429 and a thrown error free the key', async () => {
  const { order, state } = shop({}, (count) => {
    if (count === 1) return text('', { status: 503 })
    if (count === 2) throw new Error('no paper')
    if (count === 3) throw new HttpError(409)
    if (count === 4) return text('', { status: 429 })
    return text('done', { status: 400 })
  })
  const statuses = []
  for (let i = 0; i < 6; i++) statuses.push((await order('one')).status)
  expect([statuses, state.runs]).toEqual([[503, 500, 409, 429, 400, 400], 5])
})

test('cookies are not repeated, and a response without a body is', async () => {
  const { order } = shop(
    {},
    () =>
      new Response(null, {
        status: 204,
        headers: [
          ['set-cookie', 'visit=1'],
          ['x-number', '7'],
        ],
      }),
  )
  expect((await order('one')).headers.getSetCookie()).toEqual(['visit=1'])
  const again = await order('one')
  expect([again.status, again.headers.getSetCookie(), again.headers.get('x-number')]).toEqual([204, [], '7'])
})

test('bytes and finished streams are repeated as they were', async () => {
  const bytes = Uint8Array.from({ length: 50_000 }, (_, index) => index % 256)
  const { order } = shop(
    {},
    () => new Response(new Blob([bytes]).stream(), { headers: { 'content-type': 'image/png' } }),
  )
  for (let i = 0; i < 2; i++) {
    const response = await order('one')
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes)
    expect(response.headers.get('content-type')).toBe('image/png')
  }
})

test('a response beyond the limit, or one that streams on, is sent once; a repeated request gets a 409 that says so', async () => {
  const { order: large, state } = shop({ responseLimit: 10 }, () => new Response(new Blob(['0123456789a']).stream()))
  expect(await (await large('one')).text()).toBe('0123456789a')
  const again = await large('one')
  expect([again.status, await again.text(), state.runs]).toEqual([
    409,
    'The request with this Idempotency-Key was carried out, with status 200. Its response was not kept.',
    1,
  ])
  const { order: slow } = shop({}, () =>
    stream(
      (async function* () {
        yield 'a'
        await sleep(1_300)
        yield 'b'
      })(),
    ),
  )
  expect(await (await slow('one')).text()).toBe('ab')
  expect((await slow('one')).status).toBe(409)
})

test('a body beyond the limit gets a 413, and one that other code has taken as a stream is an error', async () => {
  const { order } = shop({ bodyLimit: 5 })
  expect([(await order('one', '12345')).status, (await order('two', '123456')).status]).toEqual([201, 413])
  const errors: unknown[] = []
  const app = new Application({ onError: (error) => errors.push(error) })
  app.pipe(async (request, handler) => {
    await request.body?.getReader().read()
    return handler(request)
  })
  app.pipe(idempotency({ scope: 'anyone' })).pipe(() => text('ran'))
  const init = { method: 'POST', body: 'tea', headers: { 'idempotency-key': 'one' } }
  expect((await app.request('/', init)).status).toBe(500)
  expect(String(errors[0])).toMatch(/body.*stream/)
})

test.each(['', '"one', 'one, two', '"one", "two"', 'x'.repeat(256), 'é'])(
  'the header %j is not a key, and gets a 400',
  async (key) => {
    const { order, state } = shop()
    expect([(await order(key)).status, state.runs]).toEqual([400, 0])
  },
)

test('one client never gets the response of another: clients are told apart by identity, else by Authorization', async () => {
  const { app, state } = shop({ scope: 'identity' })
  const asUser: Middleware = (request, handler) => {
    const id = request.headers.get('x-user')
    return handler(id === null ? request : request.withAttribute(IDENTITY, { id }))
  }
  const outer = new Application({ onError: () => undefined })
  outer.pipe(asUser).pipe(app)
  const order = async (headers: Record<string, string>) => {
    const init = { method: 'POST', headers: { 'idempotency-key': 'one', ...headers } }
    return (await outer.request('/orders', init)).text()
  }
  expect([
    await order({ 'x-user': 'ada' }),
    await order({ 'x-user': 'bob' }),
    await order({ 'x-user': 'ada', authorization: 'Bearer renewed' }),
    await order({ authorization: 'Bearer a' }),
    await order({ authorization: 'Bearer b' }),
    await order({ authorization: 'Bearer a' }),
  ]).toEqual(['order 1', 'order 2', 'order 1', 'order 3', 'order 4', 'order 3'])
  expect(await order({})).toContain('a client that can be told from others')
  expect(state.runs).toBe(4)
})

test('a scope of your own tells clients apart; without a value the request gets a 400', async () => {
  const { order } = shop({ scope: (request) => request.headers.get('x-shop') ?? undefined })
  const of = async (name: string) => (await order('one', 'tea', { headers: { 'x-shop': name } })).text()
  expect([await of('a'), await of('b'), await of('a')]).toEqual(['order 1', 'order 2', 'order 1'])
  expect((await order('one')).status).toBe(400)
})

test('a route may require a key, or ignore keys, also in a nested application', async () => {
  const app = new Application({ router: new FindMyWayRouter(), onError: () => undefined })
  const inner = new Application({ router: new FindMyWayRouter() })
  let runs = 0
  app.pipe(idempotency({ scope: 'anyone' })).pipe('/shop', inner)
  inner.post('/pay', () => text(`${++runs}`)).set(IDEMPOTENCY, { required: true, lifetime: 60 })
  inner.post('/draft', () => text(`${++runs}`)).set(IDEMPOTENCY, false)
  const ask = async (path: string, headers = {}) => {
    const response = await app.request(path, { method: 'POST', headers })
    return [response.status, await response.text()]
  }
  const key = { 'idempotency-key': '"one"' }
  expect(await ask('/shop/pay')).toEqual([
    400,
    'This request needs the header Idempotency-Key, with a text that no other request has.',
  ])
  expect([await ask('/shop/pay', key), await ask('/shop/pay', key)]).toEqual([
    [200, '1'],
    [200, '1'],
  ])
  expect([await ask('/shop/draft', key), await ask('/shop/draft', key)]).toEqual([
    [200, '2'],
    [200, '3'],
  ])
})

test('in the list of a route the middleware is for that route alone; piped as well, a key is claimed once', async () => {
  const app = new Application({ router: new FindMyWayRouter(), onError: () => undefined })
  const store = memoryKeys()
  let runs = 0
  const once = idempotency({ store, scope: 'anyone', required: true })
  app.pipe('/both', idempotency({ store, scope: 'anyone' }))
  app.post('/orders', [once, () => text(`${++runs}`)])
  app.post('/both', [once, () => text(`${++runs}`)])
  const ask = async (path: string, headers = {}) => (await app.request(path, { method: 'POST', headers })).text()
  const [one, two] = [{ 'idempotency-key': 'one' }, { 'idempotency-key': 'two' }]
  expect([await ask('/orders', one), await ask('/orders', one)]).toEqual(['1', '1'])
  expect([await ask('/both', two), await ask('/both', two)]).toEqual(['2', '2'])
  expect([await ask('/orders'), await ask('/both')].map((said) => said.slice(0, 18))).toEqual([
    'This request needs',
    'This request needs',
  ])
})

test('a route with a rule is an error while no idempotency() is piped before it', async () => {
  const errors: unknown[] = []
  const app = new Application({ router: new FindMyWayRouter(), onError: (error) => errors.push(error) })
  app.post('/pay', () => text('paid')).set(IDEMPOTENCY, { required: true })
  expect((await app.request('/pay', { method: 'POST' })).status).toBe(500)
  expect(String(errors[0])).toContain('Pipe idempotency() before routing')
})

test('a response is forgotten when its lifetime is over', async () => {
  const { order } = shop({ lifetime: 1 })
  expect([await (await order('one')).text(), await (await order('one')).text()]).toEqual(['order 1', 'order 1'])
  await sleep(1_050)
  expect(await (await order('one')).text()).toBe('order 2')
})

/** A store that hangs while it is told to. */
function hanging() {
  const store = memoryKeys()
  let resumed: Promise<void> | undefined
  let resume: (() => void) | undefined
  const slowly =
    <A extends unknown[], T>(call: (...args: A) => Promise<T>) =>
    async (...args: A) => {
      await resumed
      return call(...args)
    }
  const wrapped: KeyStore = {
    claim: slowly(store.claim),
    renew: slowly(store.renew),
    finish: slowly(store.finish),
    free: slowly(store.free),
  }
  return {
    store: wrapped,
    hang() {
      resumed = new Promise((resolve) => {
        resume = resolve
      })
    },
    resume() {
      resume?.()
      resumed = undefined
    },
  }
}

test('while the store hangs, a request gets a 503 and does not run; its key is free when the store is back', async () => {
  const { store, hang, resume } = hanging()
  const { order, state } = shop({ store, storeTimeout: 0.05 })
  hang()
  const refused = await order('one')
  expect([refused.status, refused.headers.get('retry-after'), state.runs]).toEqual([503, '1', 0])
  resume()
  await expect.poll(async () => (await order('one')).status).toBe(201)
  expect(state.runs).toBe(1)
})

test('if the store hangs when a request is done, the client gets its response, and the store as soon as it is back', async () => {
  const { store, hang, resume } = hanging()
  const { order, state } = shop({ store, storeTimeout: 0.05 }, (count) => {
    if (count === 1) hang()
    return text(`order ${count}`)
  })
  expect(await (await order('one')).text()).toBe('order 1')
  expect((await order('one')).status).toBe(503)
  resume()
  await expect.poll(async () => (await order('one')).headers.get('idempotent-replayed')).toBe('true')
  expect(state.runs).toBe(1)
})

test('a client that leaves and comes back gets the response', async () => {
  const { app, state } = shop({}, async (count) => {
    await sleep(100)
    return text(`order ${count}`)
  })
  const server = await app.run({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${server.address?.port}/orders`
  const init = { method: 'POST', headers: { 'idempotency-key': 'one' } }
  await expect(fetch(url, { ...init, signal: AbortSignal.timeout(30) })).rejects.toThrow()
  await expect.poll(async () => (await fetch(url, init)).text()).toBe('order 1')
  expect(state.runs).toBe(1)
  await server.close()
})

test('memory forgets the oldest response first, and never a request that runs', async () => {
  const store = memoryKeys({ keys: 2 })
  const claim = (id: string) => store.claim(id, { request: id, holder: 'me', lease: 1, lifetime: 60 })
  await claim('a')
  await store.finish('a', 'a', 'said', 60)
  await claim('b')
  expect((await claim('a')).state).toBe('finished')
  expect((await claim('c')).state).toBe('claimed')
  await expect(claim('d')).rejects.toThrow('Too many requests with an Idempotency-Key run at once.')
  expect((await claim('b')).state).toBe('running')
})

test('without a store, keys are in memory; elsewhere than in development and in tests, a line says so once', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  onTestFinished(() => warn.mockRestore())
  await shop().order('one')
  expect(warn).not.toHaveBeenCalled()
  process.env.APP_ENV = 'production'
  onTestFinished(() => void delete process.env.APP_ENV)
  const { order } = shop()
  await order('one')
  await order('one')
  expect(warn.mock.calls).toEqual([[expect.stringContaining('keys are in the memory of this process')]])
})

test('a function returns the key, and the body need not be the same', async () => {
  const key = (request: ServerRequest) => request.headers.get('x-event') ?? undefined
  const { order, state } = shop({ key, compareBody: false, bodyLimit: 1 })
  const send = async (event: string, body: string) =>
    (await order(undefined, body, { headers: { 'x-event': event } })).text()
  expect([await send('a', 'tea'), await send('a', 'milk'), await send('b', 'tea')]).toEqual([
    'order 1',
    'order 1',
    'order 2',
  ])
  expect(state.runs).toBe(2)
})

test('an unknown option is refused', () => {
  expect(() => idempotency({ liftime: 3 } as IdempotencyOptions)).toThrow('Did you mean "lifetime"?')
})

test('a document of OpenAPI shows the header of each write, and which routes require it', async () => {
  const app = new Application({ router: new FindMyWayRouter() })
  app.pipe(idempotency())
  app.get('/orders', () => text('all'))
  app.post('/orders', () => text('done'))
  app.post('/pay', () => text('done')).set(IDEMPOTENCY, { required: true })
  app.post('/draft', () => text('done')).set(IDEMPOTENCY, false)
  const { paths } = await openApiDocument(app, { title: 'Shop', version: '1.0.0' })
  const seen = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations as Record<string, { readonly parameters?: readonly Record<string, unknown>[] }>).map(
      ([method, { parameters = [] }]) => [method, path, ...parameters.map(({ name, required }) => [name, required])],
    ),
  )
  expect(seen).toEqual([
    ['get', '/orders'],
    ['post', '/orders', ['Idempotency-Key', false]],
    ['post', '/pay', ['Idempotency-Key', true]],
    ['post', '/draft'],
  ])
})

test('a body that middleware before this one has read, by a larger limit of its own, is accepted', async () => {
  const app = new Application({ router: new FindMyWayRouter(), onError: () => undefined })
  app.pipe(bodyParser({ limit: 5_000 }))
  app.pipe(idempotency({ scope: 'anyone', bodyLimit: 4_000 }))
  app.post('/', async (request) => text(`${(await request.text()).length}`)).set(BODY_LIMIT, 1_000)
  const headers = { 'content-type': 'text/plain', 'idempotency-key': 'one' }
  const send = async (size: number) =>
    (await app.request('/', { method: 'POST', headers, body: 'x'.repeat(size) })).status
  expect([await send(4_500), await send(3_000)]).toEqual([413, 200])
})
