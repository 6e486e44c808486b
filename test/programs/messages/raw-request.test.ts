import { Application, createServer, json, type Server, type ServerRequest, text } from '@app/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { outcomeOf } from '../../../packages/http/src/response/outcome.test-kit.ts'

const READ = 'rejects with TypeError, a TypeError'

/** Operations on a request whose body is `hello`, and their expected results. */
const cases: readonly (readonly [sentence: string, operation: (request: ServerRequest) => unknown, unknown])[] = [
  [
    'raw is a Request',
    ({ raw }) => [raw instanceof Request, raw.method, new URL(raw.url).pathname],
    [true, 'POST', '/a'],
  ],
  ['raw is the same each time', (request) => Object.is(request.raw, request.raw), true],
  ['raw has the headers', ({ raw }) => [raw.headers.get('x-a'), raw.headers.get('content-type')], ['1', 'a/b']],
  [
    'raw has a signal that is not aborted',
    ({ raw }) => [raw.signal instanceof AbortSignal, raw.signal.aborted],
    [true, false],
  ],
  ['raw can be copied by new Request()', ({ raw }) => new Request('http://b/', raw).text(), 'hello'],
  ['raw can be cloned', ({ raw }) => Promise.all([raw.clone().text(), raw.text()]), ['hello', 'hello']],
  [
    'a read of raw sets bodyUsed of raw and of the request',
    async (request) => [await request.raw.text(), request.bodyUsed, request.raw.bodyUsed],
    ['hello', true, true],
  ],
  [
    'a raw that is made after text() has the same body, and another raw again once it was read',
    async (request) => {
      const whole = await request.text()
      const used = [request.bodyUsed, request.raw.bodyUsed]
      return [whole, used, await request.raw.text(), await request.raw.clone().text(), await request.raw.text()]
    },
    ['hello', [true, false], 'hello', 'hello', 'hello'],
  ],
  [
    'a raw that was made before text() is used, and a raw that is made later has the same body',
    async (request) => {
      const { raw } = request
      return [await request.text(), raw.bodyUsed, await request.raw.text()]
    },
    ['hello', true, 'hello'],
  ],
  [
    'raw and body give the whole body while bytes() is still reading it',
    async (request) => {
      const first = request.bytes()
      return [await request.raw.text(), await new Response(request.body).text(), (await first).length]
    },
    ['hello', 'hello', 5],
  ],
  [
    'a read of body sets bodyUsed of a raw that is made later',
    async (request) => [await new Response(request.body).text(), request.raw.bodyUsed],
    ['hello', true],
  ],
  [
    'a cancelled body sets bodyUsed of a raw that is made later',
    async (request) => [await request.body?.cancel(), request.raw.bodyUsed],
    [null, true],
  ],
  ['text() after raw.text() is refused', async (request) => [await request.raw.text(), await request.text()], READ],
  ['bytes() after raw.text() is refused', async (request) => [await request.raw.text(), await request.bytes()], READ],
  ['blob() after raw.text() is refused', async (request) => [await request.raw.text(), await request.blob()], READ],
  [
    'formData() after raw.text() is refused',
    async (request) => [await request.raw.text(), await request.formData()],
    READ,
  ],
  [
    'raw.text() after a read of body is refused',
    async (request) => [await new Response(request.body).text(), await request.raw.text()],
    READ,
  ],
  [
    'raw.text() while a reader of body is taken is refused',
    (request) => [request.body?.getReader(), request.raw.text()].at(-1),
    READ,
  ],
  [
    'raw can be made while a reader of body is taken',
    (request) => [!request.body?.getReader(), request.raw.method],
    [false, 'POST'],
  ],
]

const application = new Application().pipe(async (request) => {
  const [, operation] = cases[Number(request.query.get('case'))] as (typeof cases)[number]
  return json((await outcomeOf(() => operation(request))) ?? null)
})

let server: Server
beforeAll(async () => {
  server = await createServer(application).listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await server.close()
})

const roads: readonly (readonly [name: string, ask: (path: string, init: RequestInit) => Promise<Response>])[] = [
  ['over a socket', (path, init) => fetch(`http://127.0.0.1:${server.address?.port}${path}`, init)],
  ['from a platform', async (path, init) => application.fetch(new Request(`http://localhost${path}`, init))],
]

describe.each(roads)('a request %s shares its body with request.raw:', (_, ask) => {
  test.each(cases.map((each, index) => [...each, index] as const))(
    '%s',
    async (_sentence, _operation, expected, index) => {
      const headers = { 'x-a': '1', 'content-type': 'a/b' }
      const answer = await ask(`/a?case=${index}`, { method: 'POST', headers, body: 'hello' })

      expect(await answer.json()).toEqual(expected)
    },
  )
})

test('code that uses the request of middleware as a Fetch Request gets an error that says to pass request.raw', async () => {
  const seen: string[] = []
  const app = new Application().pipe('/a', (request) => {
    const attempts = [
      // @ts-expect-error The compiler says it first.
      () => request.clone(),
      // @ts-expect-error The compiler says it first.
      () => new Request(request),
    ]
    for (const attempt of attempts) {
      try {
        attempt()
      } catch (error) {
        seen.push(String(error))
      }
    }
    return text(String(request))
  })
  expect(await (await app.request('/a/b')).text()).toBe('[GET /b: a view, not a Request; pass request.raw]')
  expect(seen).toEqual([
    'TypeError: A request cannot be cloned: this is a view, not a Request; pass request.raw, or clone that',
    expect.stringContaining('pass request.raw'),
  ])
})
