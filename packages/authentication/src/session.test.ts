import { Application, json, type ServerRequest } from '@app/core'
import { SESSION, type SessionOptions, session, sessionKey } from '@app/session'
import { CookieJar } from 'tough-cookie'
import { createStorage } from 'unstorage'
import { describe, expect, test } from 'vitest'
import {
  authentication,
  IDENTITY,
  type Identity,
  logIn,
  logOut,
  type SessionAuthenticatorOptions,
  sessionAuthenticator,
} from './index.ts'

const SITE = 'https://www.site.example'
const BASKET = sessionKey<string>('basket')
const USERS: Record<string, Identity> = {
  '/in/ada': { id: 'ada', roles: ['editor'] },
  '/in/bob': { id: 'bob' },
}

function shop(options: Omit<SessionOptions, 'secret'>, authenticator: SessionAuthenticatorOptions = {}): Application {
  const app = new Application({ onError: () => undefined }).pipe(session({ secret: 'shop'.repeat(8), ...options }))
  app.pipe(authentication({ authenticators: [sessionAuthenticator(authenticator)] }))
  return app.pipe((request: ServerRequest) => {
    const user = USERS[request.path]
    if (user) logIn(request, user)
    if (request.path === '/out') logOut(request)
    if (request.path === '/buy') request.attribute(SESSION).set(BASKET, 'tea')
    return json([request.attribute(IDENTITY) ?? 'nobody', request.attribute(SESSION).get(BASKET) ?? 'empty'])
  })
}

/** A visitor whose browser keeps cookies. */
class Visitor {
  readonly #jar = new CookieJar(null, { prefixSecurity: 'strict' })
  readonly #app: Application

  constructor(app: Application) {
    this.#app = app
  }

  async ask(path: string): Promise<unknown> {
    const response = await this.#app.fetch(new Request(SITE + path, { headers: { cookie: await this.cookies() } }))
    for (const header of response.headers.getSetCookie()) await this.#jar.setCookie(header, SITE)
    return response.ok ? response.json() : response.status
  }

  cookies(): Promise<string> {
    return this.#jar.getCookieString(SITE)
  }

  async takes(cookie: string): Promise<void> {
    await this.#jar.setCookie(`${cookie}; Secure; Path=/`, SITE)
  }
}

const NOBODY = ['nobody', 'empty']

describe.each<[string, () => Omit<SessionOptions, 'secret'>]>([
  ['a session in a sealed cookie', () => ({})],
  ['a session in a store', () => ({ store: createStorage() })],
])('%s', (_where, options) => {
  test('a visitor who logs in is recognized until log-out', async () => {
    const ada = new Visitor(shop(options()))
    expect([await ada.ask('/'), await ada.ask('/in/ada'), await ada.ask('/')]).toEqual([
      NOBODY,
      NOBODY,
      [USERS['/in/ada'], 'empty'],
    ])
    await ada.ask('/out')
    expect(await ada.ask('/')).toEqual(NOBODY)
  })

  test('a session cookie that an attacker planted before log-in gives the attacker no identity after the log-in', async () => {
    const app = shop(options())
    const [thief, ada] = [new Visitor(app), new Visitor(app)]
    await thief.ask('/buy')
    const planted = await thief.cookies()
    await ada.takes(planted)
    await ada.ask('/in/ada')
    expect(await ada.ask('/')).toEqual([USERS['/in/ada'], 'tea'])
    expect(await ada.cookies()).not.toBe(planted)
    expect(((await thief.ask('/')) as unknown[])[0]).toBe('nobody')
  })

  test('log-in keeps the values of the session, but deletes them if another user was logged in', async () => {
    const visitor = new Visitor(shop(options()))
    await visitor.ask('/buy')
    await visitor.ask('/in/ada')
    await visitor.ask('/in/ada')
    expect(await visitor.ask('/')).toEqual([USERS['/in/ada'], 'tea'])
    await visitor.ask('/in/bob')
    expect(await visitor.ask('/')).toEqual([USERS['/in/bob'], 'empty'])
  })

  test('with the option identify, changed roles and a deleted user have effect at the next request', async () => {
    const known = new Map([['ada', ['editor']]])
    const identify = ({ id }: Identity) => (known.has(id) ? { id, roles: known.get(id) as string[] } : null)
    const ada = new Visitor(shop(options(), { identify }))
    await ada.ask('/in/ada')
    known.set('ada', ['reader'])
    expect(await ada.ask('/')).toEqual([{ id: 'ada', roles: ['reader'] }, 'empty'])
    known.delete('ada')
    expect(await ada.ask('/')).toEqual(NOBODY)
  })
})

test('with a session store, a copied cookie from before log-out has no identity after the log-out', async () => {
  const app = shop({ store: createStorage() })
  const [ada, thief] = [new Visitor(app), new Visitor(app)]
  await ada.ask('/in/ada')
  await thief.takes(await ada.cookies())
  expect(await thief.ask('/')).toEqual([USERS['/in/ada'], 'empty'])
  await ada.ask('/out')
  expect(await thief.ask('/')).toEqual(NOBODY)
})

test('a response after sessionAuthenticator() has Vary: cookie, so that caches keep a separate response for each cookie', async () => {
  expect((await shop({}).request('/')).headers.get('vary')).toBe('cookie')
})

test('while the session store is down, a request is answered with 503, not handled as a request without an identity', async () => {
  const storage = createStorage()
  const ada = new Visitor(shop({ store: storage }))
  await ada.ask('/in/ada')
  storage.getItem = () => Promise.reject(new Error('ECONNREFUSED'))
  expect(await ada.ask('/')).toBe(503)
})

test('without session() before it, the error says that the attribute session is missing', async () => {
  const errors: unknown[] = []
  const app = new Application({ onError: (error) => errors.push(error) })
  app.pipe(authentication({ authenticators: [sessionAuthenticator()] }))
  expect((await app.request('/')).status).toBe(500)
  expect(String(errors)).toContain('The request has no attribute "session"')
})

test.each([
  [{ id: 'eve', roles: 'editor' }, 'logIn(): the application gave an identity whose "roles" are string.'],
  [{ id: 7 }, 'logIn(): the application gave an object without an "id".'],
  [null, 'logIn(): the application gave null.'],
])('logIn refuses %j, which is not an identity', async (identity, message) => {
  const errors: unknown[] = []
  const app = new Application({ onError: (error) => errors.push(error) }).pipe(session({ secret: 'shop'.repeat(8) }))
  app.pipe((request) => {
    logIn(request, identity as unknown as Identity)
    return json('in')
  })
  const { status, headers } = await app.request('/')
  expect([status, headers.getSetCookie()]).toEqual([500, []])
  expect(String(errors[0])).toContain(message)
})
