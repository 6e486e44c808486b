import { expect, test } from 'vitest'
import { Application, ErrorHandler, text } from '../index.ts'
import { REQUEST_ID, type RequestIdOptions, requestId } from '../logging.ts'

const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/

async function idsOf(options?: RequestIdOptions, headers: Record<string, string> = {}) {
  const app = new Application()
    .pipe(requestId(options))
    .pipe((request) => text(request.attribute(REQUEST_ID) ?? 'none'))
  const response = await app.request('/', { headers })
  return { inside: await response.text(), outside: response.headers.get(options?.header ?? 'x-request-id') }
}

test('each request gets a random UUID as an attribute, and its response gets the same UUID as a header', async () => {
  const first = await idsOf()
  expect(first.inside).toMatch(UUID)
  expect(first.outside).toBe(first.inside)
  expect((await idsOf()).inside).not.toBe(first.inside)
})

test('an id that a client sends is not used, unless the option trustIncoming is set', async () => {
  expect((await idsOf({}, { 'x-request-id': 'mine' })).inside).toMatch(UUID)
  expect(await idsOf({ trustIncoming: true }, { 'x-request-id': 'mine-1.a:b/c+d=@~' })).toEqual({
    inside: 'mine-1.a:b/c+d=@~',
    outside: 'mine-1.a:b/c+d=@~',
  })
})

test.each(['', ' ', 'a b', 'a, b', 'a"b', '<b>', 'é', 'x'.repeat(129)])(
  'an id from a trusted proxy is replaced if it is empty, too long, or has a character that is not allowed: %j',
  async (id) => {
    expect((await idsOf({ trustIncoming: true }, { 'x-request-id': id })).inside).toMatch(UUID)
  },
)

test('the options set the name of the header, and the function that makes ids', async () => {
  const generate: RequestIdOptions['generate'] = (request) => `${request.method}-1`
  expect(await idsOf({ header: 'X-Trace', generate })).toEqual({ inside: 'GET-1', outside: 'GET-1' })
  expect(() => requestId({ header: 'no name' })).toThrow('"no name" is not a header name')
})

test('a request without requestId() has no id', async () => {
  const app = new Application().pipe((request) => text(String(request.attribute(REQUEST_ID))))
  expect(await (await app.request('/')).text()).toBe('undefined')
})

test('the response of an error handler after requestId() has the id', async () => {
  const app = new Application().pipe([requestId(), new ErrorHandler({ listeners: [] })]).pipe(async () => {
    throw new Error('boom')
  })
  const response = await app.request('/')
  expect([response.status, response.headers.get('x-request-id')]).toEqual([500, expect.stringMatching(UUID)])
})

test('with requestId(), a synchronous response stays synchronous, and a response with immutable headers gets the id', async () => {
  const app = new Application().pipe(requestId()).pipe(() => Response.redirect('http://localhost/there'))
  const answer = app.fetch(new Request('http://localhost/'))
  expect(answer).toBeInstanceOf(Response)
  expect((answer as Response).headers.get('x-request-id')).toMatch(UUID)
})
