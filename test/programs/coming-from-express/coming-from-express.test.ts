import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Served, serve } from '../beside-express.ts'

const programs = [
  ['before', 'express'],
  ['before', 'express-4'],
  ['after', 'express'],
] as const

function served(program: string, express: string) {
  let server: Served
  beforeAll(async () => {
    server = await serve(import.meta.dirname, program, express)
  })
  afterAll(() => server.stop())
  return async (path: string, init?: RequestInit) => {
    const response = await fetch(server.url + path, { redirect: 'manual', ...init })
    return { status: response.status, headers: response.headers, body: await response.text() }
  }
}

const asJson = (body: string): RequestInit => ({
  method: 'POST',
  body,
  headers: { 'content-type': 'application/json' },
})

describe.each(programs)('the example program "users", %s its move from %s to our packages', (side, express) => {
  const ask = served(`${side}/users.${side === 'after' ? 'ts' : 'js'}`, express)

  test('the program reads params, the query, headers, and the values that middleware passed on', async () => {
    const { body, headers } = await ask('/users/7?page=2', { headers: { authorization: 'Ada' } })
    expect(JSON.parse(body)).toEqual({ id: '7', page: '2', for: 'Ada' })
    expect(headers.get('cache-control')).toBe('no-store')
    expect(JSON.parse((await ask('/users/7')).body)).toEqual({ id: '7', for: 'nobody' })
  })

  test('the program reads a JSON body', async () => {
    expect(await ask('/users', asJson('{"name":"Ada"}'))).toMatchObject({ status: 201, body: '{"name":"Ada"}' })
  })

  test('the program answers errors that it throws, and errors of invalid bodies', async () => {
    expect(await ask('/users', asJson('{}'))).toMatchObject({ status: 500, body: '{"failed":"/users"}' })
    expect(await ask('/users', asJson('{'))).toMatchObject({ status: 400, body: '{"failed":"/users"}' })
  })
})

describe.each(programs)('the example program "site", %s its move from %s to our packages', (side, express) => {
  const ask = served(`${side}/site.${side === 'after' ? 'ts' : 'js'}`, express)

  test.each([
    ['/robots.txt', 200, 'User-agent: *\n'],
    ['/blog', 200, 'All posts'],
    ['/blog/first', 200, 'first, at /blog/first'],
    ['/none', 404, 'Nothing at /none'],
  ])('%s is answered with status %i', async (path, status, body) => {
    expect(await ask(path)).toMatchObject({ status, body })
  })

  test('the program redirects the client', async () => {
    const { status, headers } = await ask('/old-blog')
    expect([status, headers.get('location')]).toEqual([301, '/blog'])
  })
})

const versions = ['express', 'express-4']

describe.each(versions)('an Express program with our application in it, on %s', (express) => {
  const ask = served('during.js', express)

  test.each([
    ['/new', 200, 'Moved'],
    ['/old', 200, 'Still in Express'],
  ])('%s is answered with the headers that Express middleware before it sets', async (path, status, body) => {
    const response = await ask(path)
    expect(response).toMatchObject({ status, body })
    expect(response.headers.get('x-frame-options')).toBe('DENY')
  })

  test('a route of Express reads the body that bodyParser() of our application has read', async () => {
    expect(await ask('/old', asJson('{"name":"Ada"}'))).toMatchObject({ status: 200, body: '{"name":"Ada"}' })
  })
})

describe.each(versions)('our application with an Express program in it, on %s', (express) => {
  const ask = served('inside.js', express)

  test.each([
    ['/new', undefined, 200, 'Moved'],
    ['/new', asJson('{"a":1}'), 200, '{"a":1}'],
    ['/old', undefined, 200, 'Still in Express'],
    ['/old', asJson('{"name":"Ada"}'), 200, '{"name":"Ada"}'],
    ['/other', undefined, 404, 'Express has no /other'],
    ['/%6fld', undefined, 200, 'Still in Express'],
  ])('%s with %o is answered by the one of the two that has the route', async (path, init, status, body) => {
    expect(await ask(path, init)).toMatchObject({ status, body })
  })
})
