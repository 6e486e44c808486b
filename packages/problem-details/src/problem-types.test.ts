import { defineConfig, resolveConfig } from '@app/config'
import { createContainer } from '@app/container-factory'
import { Application, type Config, configProvider as core, HttpError } from '@app/core'
import { describe, expect, test, vi } from 'vitest'
import { configProvider, ProblemDetailsError, type ProblemDetailsOptions, problemDetails } from './index.ts'

class NoteMissing extends Error {}
class DraftMissing extends NoteMissing {}
class Named extends Error {
  override readonly name = 'QuotaExceeded'
}

const types = {
  NoteMissing: { status: 404, type: 'https://example.org/problems/note', title: 'There is no such note' },
  QuotaExceeded: { status: 429, title: 'Too much', detail: 'Try again tomorrow.' },
  ECONNREFUSED: { status: 503, title: 'The ledger is away' },
  TypeError: { expose: true },
  HttpError: { type: 'https://example.org/problems/http' },
  404: { type: 'https://example.org/problems/missing', title: 'Missing' },
  403: { title: 'Not yours' },
} satisfies ProblemDetailsOptions['types']

const refused = () => Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:5432'), { code: 'ECONNREFUSED' })

async function inCode(error: unknown, options: ProblemDetailsOptions = {}): Promise<object> {
  const app = new Application().pipe(problemDetails({ types, listeners: [], ...options })).pipe(() => {
    throw error
  })
  return bodyOf(app)
}

async function bodyOf(app: Application, path = '/'): Promise<object> {
  const response = await app.request(path)
  return { ...((await response.json()) as object), answered: response.status }
}

async function configured(section: Config['problem_details'] | object, error?: unknown): Promise<Application> {
  const own = {
    problem_details: section,
    middleware_pipeline: { fails: { middleware: () => Promise.reject(error), path: '/fails' } },
  }
  const config = await resolveConfig(defineConfig([core, configProvider, () => own]), { env: {} })
  return createContainer(config).get(Application.SERVICE)
}

async function inConfiguration(error: unknown): Promise<object> {
  return bodyOf(await configured({ types, listeners: [] }, error), '/fails')
}

describe.each([
  ['in code', inCode],
  ['in configuration', inConfiguration],
])('the option types %s', (_where, ask) => {
  test.each<[string, unknown, object]>([
    [
      'of a class',
      new NoteMissing('note 7 of team 3'),
      { answered: 404, status: 404, type: 'https://example.org/problems/note', title: 'There is no such note' },
    ],
    [
      'of a subclass',
      new DraftMissing('x'),
      { answered: 404, status: 404, type: 'https://example.org/problems/note', title: 'There is no such note' },
    ],
    [
      'with a name',
      new Named('10 of 9'),
      { answered: 429, status: 429, title: 'Too much', detail: 'Try again tomorrow.' },
    ],
    ['with a code', refused(), { answered: 503, status: 503, title: 'The ledger is away' }],
    [
      'of a class with expose',
      new TypeError('not a date'),
      { answered: 500, status: 500, title: 'Internal Server Error', detail: 'not a date' },
    ],
    [
      'of HTTP',
      new HttpError(410),
      { answered: 410, status: 410, title: 'Gone', type: 'https://example.org/problems/http' },
    ],
    ['with a status', new HttpError(403), { title: 'Not yours', type: 'https://example.org/problems/http' }],
    ['of no known kind', new RangeError('secret'), { answered: 500, status: 500, title: 'Internal Server Error' }],
    ['that is no object', 'secret', { answered: 500, status: 500, title: 'Internal Server Error' }],
  ])('chooses the problem of an error %s', async (_kind, error, expected) => {
    const body = await ask(error)
    expect(body).toMatchObject(expected)
    if (!('detail' in expected)) expect(body).not.toHaveProperty('detail')
  })

  test('leaves the details of a ProblemDetailsError as they are, and adds the type that it lacks', async () => {
    const own = { status: 409, title: 'Taken', detail: 'The name is taken.', type: 'about:taken', names: ['b'] }
    expect(await ask(new ProblemDetailsError(own))).toMatchObject(own)
    expect(await ask(new ProblemDetailsError({ status: 404, detail: 'No note.' }))).toMatchObject({
      detail: 'No note.',
      title: 'Missing',
      type: 'https://example.org/problems/http',
    })
  })
})

test('a 404 that nothing has thrown has the type and the title of its status', async () => {
  const app = new Application().pipe(problemDetails({ types: { 404: types[404] } }))
  expect(await bodyOf(app)).toEqual({ ...types[404], status: 404, answered: 404 })
  expect(await bodyOf(await configured({ types: { 404: types[404] } }), '/none')).toMatchObject(types[404])
})

test('in a Map a key may be the class itself, which counts before its name', async () => {
  const known = new Map<string | number | typeof NoteMissing, object>([
    ['NoteMissing', { status: 400 }],
    [NoteMissing, { status: 404 }],
    [404, { title: 'Missing' }],
  ])
  expect(await inCode(new NoteMissing(), { types: known })).toMatchObject({ status: 404, title: 'Missing' })
})

test('the nearest class counts before its parents, then name and code, and Error last of all', async () => {
  const named = Object.assign(new DraftMissing(), { code: 'E_DRAFT' })
  const of = async (...keys: string[]) =>
    inCode(named, { types: Object.fromEntries(keys.map((key, at) => [key, { status: 410 + at }])) })
  expect(await of('Error', 'NoteMissing', 'DraftMissing')).toMatchObject({ status: 412 })
  expect(await of('Error', 'E_DRAFT', 'NoteMissing')).toMatchObject({ status: 412 })
  expect(await of('Error', 'E_DRAFT')).toMatchObject({ status: 411 })
  expect(await of('Error')).toMatchObject({ status: 410 })
})

test('headers of an HttpError stay, and its own message is sent only if it says so', async () => {
  const app = new Application().pipe(problemDetails({ types, listeners: [] })).pipe(() => {
    throw new HttpError(503, 'Back at noon.', { expose: true, headers: { 'retry-after': '60' } })
  })
  const response = await app.request('/')
  expect(response.headers.get('retry-after')).toBe('60')
  expect(await response.json()).toMatchObject({ detail: 'Back at noon.', type: types.HttpError.type })
})

test('listeners get the error with its status, and the one that was thrown as its cause', async () => {
  const listener = vi.fn()
  const thrown = new NoteMissing('note 7')
  await inCode(thrown, { listeners: [listener] })
  expect(listener.mock.calls[0]?.[0]).toMatchObject({ status: 404, cause: thrown })
})

test('an error is looked up after translate() has translated it', async () => {
  const translate = (error: unknown) => (error === 'gone' ? new NoteMissing() : undefined)
  expect(await inCode('gone', { translate })).toMatchObject({ status: 404, title: 'There is no such note' })
  const answering = () => Response.json({ of: 'translate' })
  expect(await inCode('gone', { translate: answering })).toMatchObject({ of: 'translate' })
})

test('in development the response to this machine has the message of the error', async () => {
  expect(await inCode(new NoteMissing('note 7'), { development: true })).toMatchObject({
    status: 404,
    detail: 'note 7',
  })
})

test.each<[unknown, string]>([
  [{ Gone: { staus: 404 } }, '"types" has a problem for Gone that has an unknown "staus". Did you mean "status"?'],
  [{ Gone: { status: 200 } }, 'for Gone that must have a status from 400 to 599, got 200.'],
  [{ 200: { title: 'Fine' } }, 'for 200 that must have a status from 400 to 599, got 200.'],
  [{ 404: { status: 410 } }, 'for 404 that must have no "status": it is for all errors of status 404.'],
  [{ Gone: { title: 7 } }, 'for Gone that must have a string as "title", got a number.'],
  [{ Gone: { expose: 'yes' } }, 'for Gone that must have true or false as "expose", got a string.'],
  [{ Gone: 404 }, 'for Gone that must be a map such as'],
  [[404], '"types" must be a map'],
])('the option types %j is refused, in code and in configuration', async (wrong, message) => {
  expect(() => problemDetails({ types: wrong as never })).toThrow(message)
  await expect((await configured({ types: wrong })).check()).rejects.toThrow(
    Array.isArray(wrong) ? 'must be a map' : message,
  )
})
