import { afterEach, expect, test } from 'vitest'
import app, { passed } from './app.ts'

afterEach(() => {
  passed.length = 0
})

test.each<[string, string, number, string[]]>([
  [
    'GET',
    '/users/7',
    200,
    ['in: first', 'route: user.show', 'in: the route', 'out: the route, 200', 'out: first, 200'],
  ],
  ['GET', '/admin/x', 401, ['in: first', 'out: first, 401']],
  [
    'GET',
    '/none',
    404,
    ['in: first', 'route: none', 'in: after dispatch', 'out: after dispatch, 404', 'out: first, 404'],
  ],
  ['DELETE', '/users/7', 405, ['in: first', 'route: none', 'out: first, 405']],
  ['GET', '/broken', 503, ['in: first', 'route: /broken^GET', 'out: first, 503']],
  ['GET', '/%', 400, []],
])('%s %s is answered with %i, after it has passed %j', async (method, path, status, way) => {
  const response = await app.request(path, { method })
  expect([response.status, passed]).toEqual([status, way])
  expect(response.headers.get('x-served-by')).toBe(status === 400 ? null : 'us')
})
