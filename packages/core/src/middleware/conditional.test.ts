import { FindMyWayRouter } from '@app/router-find-my-way'
import { expect, expectTypeOf, test } from 'vitest'
import {
  Application,
  type ConditionalOptions,
  conditional,
  json,
  type ResourceState,
  type ServerRequest,
} from '../index.ts'

const CHANGED = new Date('2026-11-06T08:49:37.300Z')
const AT = 'Fri, 06 Nov 2026 08:49:37 GMT'
const BEFORE = 'Fri, 06 Nov 2026 08:49:36 GMT'

/** Requests a resource in a state; `runs` has the methods whose work was done. */
async function ask(
  state: ResourceState | undefined,
  headers: Record<string, string> = {},
  { method = 'GET', ...options }: ConditionalOptions & { readonly method?: string } = {},
) {
  const runs: string[] = []
  const app = new Application({ router: new FindMyWayRouter(), onError: () => undefined })
  app.any('/', (request) => {
    const { notModified, headers } = conditional(request, state, options)
    if (notModified) return notModified
    runs.push(request.method)
    return json('done', { headers })
  })
  const response = await app.request('/', { method, headers })
  return { status: response.status, headers: response.headers, runs, body: await response.text() }
}

const statusOf = async (...args: Parameters<typeof ask>) => (await ask(...args)).status

test('the response has the tag of the version and the time of the last change, and a 304 has them without a body', async () => {
  const state = { version: 7, lastModified: CHANGED }
  const headers = { 'cache-control': 'private', vary: 'cookie' }
  const full = await ask(state, {}, { headers })
  const kept = await ask(state, { 'if-none-match': '"7"' }, { headers })
  expect([full.status, full.body, kept.status, kept.body, kept.runs]).toEqual([200, '"done"', 304, '', []])
  for (const each of [full, kept]) {
    const names = ['etag', 'last-modified', 'cache-control', 'vary']
    expect(names.map((name) => each.headers.get(name))).toEqual(['"7"', AT, 'private', 'cookie'])
  }
  expect(kept.headers.get('content-type')).toBe(null)
})

test.each<[ResourceState['version'], string]>([
  ['a b"ü', '"a%20b%22%C3%BC"'],
  [12n, '"12"'],
  [CHANGED, '"2026-11-06T08%3A49%3A37.300Z"'],
  [[7, 'de'], '"7,de"'],
])('the version %s has the tag %s', async (version, tag) => {
  expect((await ask({ version })).headers.get('etag')).toBe(tag)
})

// Sources: RFC 9110 sections 8.8.3.2, 13.1 and 13.2.2.
test.each<[string, Record<string, string>, string, number]>([
  ['another tag', { 'if-none-match': '"6"' }, '"7"', 200],
  ['the tag in a list', { 'if-none-match': '"6", W/"x,\\"", "7"' }, '"7"', 304],
  ['the weak form of the tag', { 'if-none-match': 'W/"7"' }, '"7"', 304],
  ['the strong form of a weak tag', { 'if-none-match': '"7"' }, 'W/"7"', 304],
  ['any tag', { 'if-none-match': '*' }, '"7"', 304],
  ['the tag in another case', { 'if-none-match': '"A"' }, '"a"', 200],
  ['a tag without quotes', { 'if-none-match': '7' }, '"7"', 200],
])('a GET with If-None-Match of %s', async (_what, headers, etag, status) => {
  expect([await statusOf({ etag }, headers), await statusOf({ etag }, headers, { method: 'HEAD' })]).toEqual([
    status,
    status,
  ])
  // A write for which the same condition is false must not be done.
  expect(await statusOf({ etag }, headers, { method: 'PUT' })).toBe(status === 304 ? 412 : 200)
})

test.each<[string, string, string, number]>([
  ['the tag', '"7"', '"7"', 200],
  ['the tag in a list', '"6", "7"', '"7"', 200],
  ['any tag', '*', '"7"', 200],
  ['another tag', '"6"', '"7"', 412],
  ['the weak form of the tag', 'W/"7"', '"7"', 412],
  ['the very same weak tag', 'W/"7"', 'W/"7"', 412],
])('a PUT with If-Match of %s', async (_what, match, etag, status) => {
  const { runs, ...answer } = await ask({ etag }, { 'if-match': match }, { method: 'PUT' })
  expect([answer.status, runs.length]).toEqual([status, status === 200 ? 1 : 0])
})

test('a PUT may use the tag of a version that compression has made weak', async () => {
  const put = (match: string) => statusOf({ version: 7 }, { 'if-match': match }, { method: 'PUT' })
  expect([await put('W/"7"'), await put('W/"6", W/"7"'), await put('W/"6"')]).toEqual([200, 200, 412])
})

test.each<[Record<string, string>, string, number]>([
  [{ 'if-modified-since': AT }, 'GET', 304],
  [{ 'if-modified-since': BEFORE }, 'GET', 200],
  [{ 'if-modified-since': AT }, 'PUT', 200],
  [{ 'if-modified-since': '2026-11-06' }, 'GET', 200],
  [{ 'if-modified-since': AT, 'if-none-match': '"6"' }, 'GET', 200],
  [{ 'if-unmodified-since': AT }, 'PUT', 200],
  [{ 'if-unmodified-since': BEFORE }, 'PUT', 412],
  [{ 'if-unmodified-since': BEFORE, 'if-match': '"7"' }, 'PUT', 200],
  [{ 'if-match': '"7"', 'if-none-match': '"7"' }, 'GET', 304],
])('the headers %j of a %s', async (headers, method, status) => {
  expect(await statusOf({ version: 7, lastModified: CHANGED }, headers, { method })).toBe(status)
})

test('a resource that does not exist yet is created with If-None-Match: *, and not changed with If-Match', async () => {
  const put = (headers: Record<string, string>) => statusOf(undefined, headers, { method: 'PUT', required: true })
  expect([
    await put({ 'if-none-match': '*' }),
    await put({ 'if-match': '"7"' }),
    await put({ 'if-match': '*' }),
  ]).toEqual([200, 412, 412])
})

test('a required condition that is missing is a 428, for writes alone', async () => {
  const missing = await ask({ version: 7 }, {}, { method: 'DELETE', required: true })
  expect([missing.status, missing.body, missing.runs]).toEqual([
    428,
    'Send If-Match with the ETag that you have seen.',
    [],
  ])
  expect(await statusOf({ version: 7 }, {}, { required: true })).toBe(200)
})

test.each<[ResourceState | undefined, Record<string, string>, number]>([
  [{ version: 7 }, { 'if-unmodified-since': AT }, 428],
  [{ version: 7, lastModified: CHANGED }, { 'if-unmodified-since': 'x' }, 428],
  [{ version: 7 }, { 'if-none-match': '"zzz"' }, 428],
  [{ version: 7 }, { 'if-none-match': '"7"' }, 428],
  [undefined, { 'if-none-match': '"zzz"' }, 428],
  [undefined, { 'if-unmodified-since': AT }, 428],
  [{ version: 7 }, { 'if-none-match': '*' }, 412],
  [{ version: 7 }, { 'if-match': 'x' }, 412],
  [{ version: 7, lastModified: CHANGED }, { 'if-unmodified-since': BEFORE }, 412],
  [{ version: 7, lastModified: CHANGED }, { 'if-unmodified-since': AT }, 200],
  [{ version: 7 }, { 'if-match': '"7"', 'if-none-match': '"zzz"' }, 200],
])('a required condition of a PUT has to compare something: %j with %j', async (state, headers, status) => {
  const { runs, ...answer } = await ask(state, headers, { method: 'PUT', required: true })
  expect([answer.status, runs.length]).toEqual([status, status === 200 ? 1 : 0])
})

test('a 428 asks for a condition that the resource has', async () => {
  const options = { method: 'PUT', required: true } as const
  expect((await ask({ lastModified: CHANGED }, {}, options)).body).toContain('If-Unmodified-Since')
  expect((await ask(undefined, {}, options)).body).toContain('If-None-Match: *')
})

test.each<ResourceState>([{ lastModified: new Date('nope') }, { version: [7, new Date('nope')] }])(
  'an invalid date is an error that names it: %j',
  async (state) => {
    const errors: unknown[] = []
    const app = new Application({ onError: (error) => errors.push(error) })
    app.pipe((request) => json(conditional(request, state).headers))
    expect((await app.request('/')).status).toBe(500)
    expect(String(errors[0])).toContain(`"${Object.keys(state)[0]}" must be a valid date`)
  },
)

test('an etag without quotes is an error that shows what to write', async () => {
  const errors: unknown[] = []
  const app = new Application({ onError: (error) => errors.push(error) })
  app.pipe((request) => json(conditional(request, { etag: '7' }).headers))
  await app.request('/')
  expect(String(errors[0])).toContain(`"etag" must be a tag in quotes, such as '"7"'`)
})

test('the compiler knows that the headers have an etag if the state has a version or an etag', () => {
  const calls = (request: ServerRequest, row: { version: number; seen?: number }) => {
    expectTypeOf(conditional(request, { version: row.version }).headers.etag).toEqualTypeOf<string>()
    expectTypeOf(conditional(request, { version: [row.version, 'de'] }).headers.etag).toEqualTypeOf<string>()
    expectTypeOf(conditional(request, { etag: '"7"' }).headers.etag).toEqualTypeOf<string>()
    expectTypeOf(conditional(request, { version: row.seen }).headers.etag).toEqualTypeOf<string | undefined>()
    expectTypeOf(conditional(request, { lastModified: CHANGED }).headers.etag).toEqualTypeOf<string | undefined>()
    expectTypeOf(conditional(request, undefined).headers.etag).toEqualTypeOf<string | undefined>()
  }
  expect(typeof calls).toBe('function')
})
