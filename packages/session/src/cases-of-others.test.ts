import { Application, text } from '@app/core'
import { createStorage } from 'unstorage'
import { describe, expect, test } from 'vitest'
import { SESSION, type SessionOptions, session } from './index.ts'
import { SECRET, USER_ID, Visitor, visited } from './visitor.test.helper.ts'

/**
 * Cases from the tests of `iron-session` and `@fastify/session`. The test names call these two "other libraries". Our
 * other test files lack these cases. docs/other-packages.md lists our differences, with their reasons.
 */
describe.each<[string, () => SessionOptions]>([
  ['a sealed cookie', () => ({})],
  ['a store', () => ({ store: createStorage() })],
])('sessions in %s', (_kind, options) => {
  const logIn = (visit: { set: (key: typeof USER_ID, value: number) => void }) => visit.set(USER_ID, 7)

  test('like other libraries, a request without a cookie has an empty session, and its response sets no cookie', async () => {
    const { app } = visited(options(), { who: (visit) => visit.get(USER_ID) ?? 'nobody' })
    const answer = await app.request('/who')
    expect([await answer.json(), answer.headers.getSetCookie()]).toEqual(['nobody', []])
  })

  test('like other libraries, a response has the cookies that the handler sets and the cookie of the session', async () => {
    const app = new Application().pipe(session({ secret: SECRET, ...options() })).pipe((request) => {
      request.attribute(SESSION).set(USER_ID, 7)
      const headers = new Headers([
        ['set-cookie', 'a=1'],
        ['set-cookie', 'b=2'],
      ])
      return text('x', { headers })
    })
    const names = (await app.request('/')).headers.getSetCookie().map((cookie) => cookie.split('=')[0])
    expect(names.toSorted()).toEqual(['__Host-session', 'a', 'b'])
  })

  test('like other libraries, a value that a handler sets after it has destroyed the session is kept', async () => {
    const { app } = visited(options(), {
      in: logIn,
      again: (visit) => {
        visit.destroy()
        visit.set(USER_ID, 8)
      },
      who: (visit) => visit.get(USER_ID) ?? 'nobody',
    })
    const someone = new Visitor(app)
    await someone.ask('in')
    await someone.ask('again')
    expect(await someone.ask('who')).toEqual([200, 8])
  })

  test('like other libraries, destroying a session that does not exist is not an error, and sets no cookie', async () => {
    const { app } = visited(options(), { out: (visit) => visit.destroy() })
    const answer = await app.request('/out')
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([200, []])
  })

  test('like other libraries, a session that begins in a request with an invalid cookie does not take over the value of that cookie', async () => {
    const { app } = visited(options(), { in: logIn })
    const made = 'made-up-by-somebody'
    const answer = await app.request('/in', { headers: { cookie: `__Host-session=${made}` } })
    expect([answer.status, answer.headers.getSetCookie()[0]?.includes(made)]).toEqual([200, false])
  })

  test('like other libraries, session() at a path sets no cookie for requests outside of this path', async () => {
    const app = new Application().pipe('/shop', session({ secret: SECRET, ...options() }))
    const shop = app.pipe((request) => {
      if (request.path === '/shop/a') request.attribute(SESSION).set(USER_ID, 7)
      return text('x')
    })
    const [inside, outside] = [await shop.request('/shop/a'), await shop.request('/shopping')]
    expect([inside.headers.getSetCookie().length, outside.headers.getSetCookie().length]).toEqual([1, 0])
  })

  test('unlike other libraries, a response over http sets the cookie too, with Secure: the browser decides whether to keep it', async () => {
    const { app } = visited(options(), { in: logIn })
    const answer = await app.fetch(new Request('http://shop.example/in'))
    expect(answer.headers.getSetCookie()[0]).toContain('Secure')
  })
})
