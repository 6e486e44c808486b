import { Application, text } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { app } from './app.ts'
import { hono } from './hono.ts'

type Answer = readonly [status: number, body: string, cacheControl: string | null]

async function ask(program: Pick<Application, 'request'> | Hono, path: string, init: RequestInit = {}) {
  const response = await program.request(path, init)
  return [response.status, await response.text(), response.headers.get('cache-control')]
}

test.each<[string, RequestInit, ...Answer]>([
  ['/users/7?page=2', {}, 200, '{"id":"7","page":"2"}', null],
  ['/admin/me', { headers: { authorization: 'Ada' } }, 200, '{"user":"Ada"}', 'no-store'],
  ['/admin/me', {}, 401, '{"failed":"Who are you?"}', null],
  ['/admin/none', {}, 401, '{"failed":"Who are you?"}', null],
  ['/users', { method: 'POST', body: '{"name":"Ada"}' }, 201, '{"name":"Ada"}', null],
  ['/users', { method: 'POST', body: '{}' }, 400, '{"failed":"/users"}', null],
  ['/blog', {}, 200, 'All posts', null],
])('%s with %o is answered alike by both programs', async (path, init, ...answer) => {
  expect(await ask(hono as unknown as Hono, path, init)).toEqual(answer)
  expect(await ask(app, path, init)).toEqual(answer)
})

test.each<[string, string, RequestInit, number, number]>([
  ['a method that the path does not have', '/users/7', { method: 'DELETE' }, 404, 405],
  ['a body that is not JSON', '/users', { method: 'POST', body: '{' }, 500, 400],
])('%s is answered with another status', async (_what, path, init, before, after) => {
  expect((await ask(hono as unknown as Hono, path, init))[0]).toBe(before)
  expect((await ask(app, path, init))[0]).toBe(after)
})

test('a guard that is registered after a route guards nothing in Hono, and guards the route here', async () => {
  const theirs = new Hono()
  theirs.get('/admin/me', (c) => c.text('me'))
  theirs.use('/admin/*', async (c) => c.text('Who are you?', 401))
  expect((await theirs.request('/admin/me')).status).toBe(200)

  const ours = new Application({ router: new FindMyWayRouter() })
  ours.get('/admin/me', () => text('me'))
  ours.pipe('/admin', () => text('Who are you?', { status: 401 }))
  expect((await ours.request('/admin/me')).status).toBe(401)
})

test('an error is not thrown by next() in Hono, and is thrown by handler(request) here', async () => {
  const caught: string[] = []
  const theirs = new Hono()
  theirs.use(async (_c, next) => {
    await next().catch(() => caught.push('theirs'))
  })
  theirs.get('/', () => {
    throw new Error('broken')
  })
  theirs.onError((_error, c) => c.text('An error.', 500))
  await theirs.request('/')

  const ours = new Application({ router: new FindMyWayRouter() })
  ours.pipe(async (request, handler) => {
    try {
      return await handler(request)
    } catch {
      caught.push('ours')
      return text('An error.', { status: 500 })
    }
  })
  ours.get('/', () => {
    throw new Error('broken')
  })
  await ours.request('/')
  expect(caught).toEqual(['ours'])
})
