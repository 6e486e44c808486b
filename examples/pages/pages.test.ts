import { readFileSync } from 'node:fs'
import { Application, createServer } from '@app/core'
import { afterEach, expect, test, vi } from 'vitest'
import errors from './errors.ts'
import formOfErrors from './form-of-errors.ts'
import guards from './guards.ts'
import { configured, inCode } from './metadata.ts'
import routes, { urls } from './routes.ts'

async function answer(app: Application, path: string, init: RequestInit = {}) {
  const response = await app.request(path, init)
  return [response.status, await response.text()]
}

afterEach(() => {
  vi.restoreAllMocks()
})

test('a guard at a prefix runs for every request under the prefix, and passes an attribute on', async () => {
  expect(await answer(guards, '/admin/me')).toEqual([401, 'Who are you?'])
  expect(await answer(guards, '/admin/none')).toEqual([401, 'Who are you?'])
  expect(await answer(guards, '/admin/me', { headers: { authorization: 'Ada' } })).toEqual([200, '"Ada"'])
  expect((await guards.request('/none')).headers.get('x-served-by')).toBe('us')
})

test('middleware between the routing and dispatch steps can read the matched route, and middleware after dispatch gets requests that no route answers', async () => {
  expect(await answer(guards, '/state')).toEqual([410, 'Gone'])
  expect(await answer(guards, '/shop/shoes')).toEqual([404, 'The shop has no /shoes.'])
})

test('middleware between the routing and dispatch steps reads the metadata of a route, whether code or configuration set it', async () => {
  for (const app of [inCode, configured]) {
    expect(await answer(app, '/reports')).toEqual([403, 'For the role auditor alone.'])
    expect(await answer(app, '/reports', { headers: { 'x-role': 'auditor' } })).toEqual([200, 'All is well.'])
    expect((await app.request('/none')).status).toBe(404)
  }
})

test('a route whose metadata asks for JSON answers errors in JSON and not with a page, even if a guard refuses the request', async () => {
  expect(await answer(formOfErrors, '/teams/red/export')).toEqual([401, '{"failed":"/teams/red/export"}'])
  expect(await answer(formOfErrors, '/teams/red')).toEqual([401, 'A page of the site.'])
})

test('an error handler answers errors that are thrown after it, and the error boundary of the application answers all others', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  expect(await answer(errors, '/api/reports')).toEqual([503, '{"failed":"/reports"}'])
  expect(await answer(errors, '/reports')).toEqual([503, 'Service Unavailable'])
  expect((await errors.request('/reports')).headers.get('retry-after')).toBe('60')
  expect(await answer(errors, '/broken')).toEqual([500, 'Internal Server Error'])
  expect(log).toHaveBeenCalledTimes(4)
})

test.each([
  ['/users/Ada%20Lovelace', 'GET', 200, '{"id":"Ada Lovelace"}'],
  ['/users/7', 'PATCH', 200, 'Changed.'],
  ['/users/7', 'DELETE', 405, 'Method Not Allowed'],
  ['/reports/2026', 'GET', 200, '{"year":"2026"}'],
  ['/reports/26', 'GET', 404, 'Not Found'],
  ['/photos/photo-7.jpg', 'GET', 200, '{"number":"7"}'],
  ['/posts', 'GET', 200, '{"page":"1"}'],
  ['/posts/2', 'GET', 200, '{"page":"2"}'],
  ['/files/a/b%20c.txt', 'GET', 200, '{"file":"a/b c.txt"}'],
  ['/echo', 'PATCH', 200, 'PATCH'],
  ['/orders/7', 'GET', 200, '{"order":"7"}'],
  ['/orders/x', 'GET', 404, 'Not Found'],
])('a request for %s with the method %s is answered with %i', async (path, method, status, body) => {
  expect(await answer(routes, path, { method })).toEqual([status, body])
})

test('app.url() makes the URL of a route from its name, params and query', () => {
  expect(urls).toEqual({
    user: '/users/Ada%20Lovelace',
    posts: '/posts',
    page: '/posts/2?sort=date',
    file: '/files/a/b%20c.txt',
    order: '/shop/orders/7',
  })
})

test('urlFor() makes the URLs of routes in a handler, from its request', async () => {
  expect(await answer(routes, '/menu', {})).toEqual([200, '["/posts","/users/ada"]'])
})

const PAGE = new URL('../../docs/routing.md', import.meta.url)
const mistakes = [...readFileSync(PAGE, 'utf8').matchAll(/^\| `([^`]+)` +\| “(.+)” +\|/gm)]

test('a path with a mistake is refused with the message that docs/routing.md shows for it', () => {
  expect(mistakes.length).toBeGreaterThan(5)
  for (const [, path = '', message] of mistakes) {
    const register = () => new Application().get(path, () => new Response())
    expect(register).toThrow(message)
  }
})

test('the application of guards.ts answers over a socket', async () => {
  const server = await createServer(guards).listen({ port: 0, host: '127.0.0.1' })
  try {
    const response = await fetch(`http://127.0.0.1:${server.address?.port}/state`)
    expect(response.status).toBe(410)
  } finally {
    await server.close()
  }
})
