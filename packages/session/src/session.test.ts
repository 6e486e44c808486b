import { cookies } from '@app/cookies'
import { Application, ErrorHandler, HttpError, text } from '@app/core'
import { createStorage } from 'unstorage'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  type FlashOptions,
  SESSION,
  type Session,
  type SessionKey,
  type SessionOptions,
  session,
  sessionKey,
} from './index.ts'
import { BASKET, SECRET, type Step, USER_ID, Visitor, visited } from './visitor.test.helper.ts'

const DAY = 86_400_000
const OTHER = 'another secret which nobody can guess'

const steps: Record<string, Step> = {
  'log-in': (visit) => {
    visit.regenerate()
    visit.set(USER_ID, 7)
  },
  'log-out': (visit) => visit.destroy(),
  who: (visit) => visit.get(USER_ID) ?? 'nobody',
  add: (visit) => visit.set(BASKET, [...(visit.get(BASKET) ?? []), 'tea']),
  basket: (visit) => visit.get(BASKET) ?? 'empty',
}

afterEach(() => {
  vi.useRealTimers()
})

describe.each<[string, () => SessionOptions]>([
  ['a sealed cookie', () => ({})],
  ['a store', () => ({ store: createStorage() })],
])('sessions in %s', (_kind, options) => {
  function visitor(more: SessionOptions = {}, own: Record<string, Step> = {}): Visitor {
    return new Visitor(visited({ ...options(), ...more }, { ...steps, ...own }).app)
  }

  test('a visitor has the same session in each request until log-out, and other visitors do not have it', async () => {
    const { app } = visited(options(), steps)
    const [one, other] = [new Visitor(app), new Visitor(app)]
    await one.ask('log-in')
    expect(await one.ask('who')).toEqual([200, 7])
    expect(await other.ask('who')).toEqual([200, 'nobody'])
    await one.ask('log-out')
    expect(await one.ask('who')).toEqual([200, 'nobody'])
    expect(await one.cookies()).toBe('')
  })

  test('browsers send the cookie only to this very host and over TLS, hide it from scripts, and leave it out of forms of other sites', async () => {
    const [cookie] = (await visitor().response('log-in')).headers.getSetCookie()
    expect(cookie).toMatch(/^__Host-session=[\w-]+; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  })

  test('the options set the name and attributes of the cookie, and log-out deletes a cookie with these attributes', async () => {
    const wide = { name: 'visit', domain: 'site.example', sameSite: 'none', persistent: true } as const
    const [cookie] = (await visitor(wide).response('log-in')).headers.getSetCookie()
    expect(cookie).toMatch(
      /^__Secure-visit=[\w-]+; Max-Age=43200; Domain=site.example; Path=\/; HttpOnly; Secure; SameSite=None$/,
    )
    const someone = visitor(wide)
    await someone.ask('log-in')
    await someone.ask('log-out')
    expect(await someone.cookies()).toBe('')
  })

  test('a session is stored only if it has changed', async () => {
    const someone = visitor({}, { same: (visit) => visit.set(USER_ID, 7), gone: (visit) => visit.delete(BASKET) })
    for (const path of ['who', 'log-out', 'gone']) {
      expect((await someone.response(path)).headers.getSetCookie(), path).toEqual([])
    }
    await someone.ask('log-in')
    for (const path of ['who', 'same', 'gone']) {
      expect((await someone.response(path)).headers.getSetCookie(), path).toEqual([])
    }
  })

  test('a change inside of a value of the session, such as push() on a list, is kept', async () => {
    const someone = visitor({}, { inside: (visit) => void visit.get(BASKET)?.push('milk') })
    await someone.ask('add')
    await someone.ask('inside')
    expect(await someone.ask('basket')).toEqual([200, ['tea', 'milk']])
  })

  test('a flash message is shown once', async () => {
    const someone = visitor(
      {},
      {
        save: (visit) => {
          visit.flash('notice', 'Saved.')
          visit.flash('notice', 'Sent.')
        },
        show: (visit) => [visit.flashes('notice'), visit.flashes('none'), visit.flashes('toString')],
      },
    )
    await someone.ask('save')
    expect(await someone.ask('show')).toEqual([200, [['Saved.', 'Sent.'], [], []]])
    expect(await someone.ask('show')).toEqual([200, [[], [], []]])
  })

  test('a flash message with hops is shown by as many requests, by each once, and requests that show none do not count', async () => {
    const someone = visitor(
      {},
      {
        save: (visit) => visit.flash('notice', 'Saved.', { hops: 2 }),
        redirect: (visit) => visit.get(BASKET) ?? 'on',
        show: (visit) => [visit.flashes('notice'), visit.flashes('notice')],
      },
    )
    await someone.ask('save')
    await someone.ask('redirect')
    expect(await someone.ask('show')).toEqual([200, [['Saved.'], []]])
    await someone.ask('redirect')
    expect(await someone.ask('show')).toEqual([200, [['Saved.'], []]])
    expect(await someone.ask('show')).toEqual([200, [[], []]])
  })

  test('flashes() with keep returns messages and leaves them to the next request', async () => {
    const someone = visitor(
      {},
      {
        save: (visit) => visit.flash('notice', 'Saved.'),
        look: (visit) => visit.flashes('notice', { keep: true }),
        show: (visit) => visit.flashes('notice'),
      },
    )
    await someone.ask('save')
    expect(await someone.ask('look')).toEqual([200, ['Saved.']])
    expect(await someone.ask('look')).toEqual([200, ['Saved.']])
    expect(await someone.ask('show')).toEqual([200, ['Saved.']])
    expect(await someone.ask('show')).toEqual([200, []])
  })

  test('a flash message can be shown by the request that sets it, and a response of 500 takes no message', async () => {
    const someone = visitor(
      {},
      {
        now: (visit) => visit.flash('notice', 'Saved.') ?? visit.flashes('notice'),
        save: (visit) => visit.flash('notice', 'Sent.'),
        show: (visit) => visit.flashes('notice'),
        fails: (visit) => new Response(visit.flashes('notice').join(), { status: 500 }),
      },
    )
    expect(await someone.ask('now')).toEqual([200, ['Saved.']])
    expect(await someone.ask('show')).toEqual([200, []])
    await someone.ask('save')
    expect(await someone.ask('fails')).toEqual([500, 'Sent.'])
    expect(await someone.ask('show')).toEqual([200, ['Sent.']])
  })

  test('the messages of a session that 1.0 has written are shown once', async () => {
    const earlier = { name: '@flashes' } as SessionKey<Record<string, string[]>>
    const someone = visitor(
      {},
      {
        old: (visit) => visit.set(earlier, { notice: ['Saved.'], other: ['Sent.'] }),
        look: (visit) => visit.flashes('notice', { keep: true }),
        show: (visit) => [visit.flashes('notice'), visit.flashes('other')],
      },
    )
    await someone.ask('old')
    expect(await someone.ask('look')).toEqual([200, ['Saved.']])
    expect(await someone.ask('show')).toEqual([200, [['Saved.'], ['Sent.']]])
    expect(await someone.ask('show')).toEqual([200, [[], []]])
  })

  test('without requests a session ends after its idle time, and with regular requests at the end of its lifetime', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const someone = visitor({ idle: 600, lifetime: 3_600 })
    await someone.ask('log-in')
    for (let minute = 5; minute < 60; minute += 5) {
      vi.setSystemTime(Date.now() + 300_000)
      expect(await someone.ask('who'), `${minute}`).toEqual([200, 7])
    }
    vi.setSystemTime(Date.now() + 301_000)
    expect(await someone.ask('who')).toEqual([200, 'nobody'])
    await someone.ask('log-in')
    vi.setSystemTime(Date.now() + 601_000)
    expect(await someone.ask('who')).toEqual([200, 'nobody'])
  })

  test('a response that refreshes the cookie may not be stored by shared caches', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const file: Step = () => new Response('{}', { headers: { 'cache-control': 'public, max-age=3600' } })
    const same: Step = () => new Response(null, { status: 304 })
    // The test replaces the secret, and does not only set the clock: with a store, a cookie is refreshed only if an old
    // secret has sealed it.
    const kept = options()
    const before = new Visitor(visited({ ...kept, secret: OTHER }, steps).app)
    await before.ask('log-in')
    vi.setSystemTime(Date.now() + 3_000_000)
    const someone = new Visitor(visited({ ...kept, secret: [SECRET, OTHER] }, { ...steps, file, same }).app)
    await someone.takes(await before.cookies())
    expect((await someone.response('same')).headers.getSetCookie()).toEqual([])
    const { headers } = await someone.response('file')
    expect([headers.getSetCookie().length, headers.get('cache-control')]).toEqual([1, 'private, max-age=3600'])
    expect((await someone.response('file')).headers.get('cache-control')).toBe('public, max-age=3600')
  })

  test('regenerate(), as called at log-in, begins the lifetime of the session anew, and keeps its values', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const someone = visitor({ idle: DAY, lifetime: 3_600 })
    await someone.ask('add')
    vi.setSystemTime(Date.now() + 3_000_000)
    await someone.ask('log-in')
    vi.setSystemTime(Date.now() + 3_000_000)
    expect(await someone.ask('basket')).toEqual([200, ['tea']])
  })

  test('a cookie that was sealed with another secret is ignored, and the cookie of a new session replaces it', async () => {
    const { app } = visited({ ...options(), secret: OTHER }, steps)
    const stranger = new Visitor(app)
    await stranger.ask('log-in')
    const someone = visitor()
    await someone.takes(await stranger.cookies())
    expect(await someone.ask('who')).toEqual([200, 'nobody'])
    await someone.ask('log-in')
    expect(await someone.ask('who')).toEqual([200, 7])
  })

  test.each(['', 'x', 'a'.repeat(43), 'ä', '{"values":{"user id":1}}', '../../etc/passwd'])(
    'a request whose cookie is %o has an empty session, and causes no error',
    async (value) => {
      const { app, errors } = visited(options(), steps)
      const headers = { cookie: `__Host-session=${encodeURIComponent(value)}` }
      expect(await (await app.request('/who', { headers })).json()).toBe('nobody')
      expect(errors).toEqual([])
    },
  )

  test('rotation: a cookie that was sealed with the old secret is accepted, and sealed anew with the new secret', async () => {
    const kept = options()
    const before = new Visitor(visited({ ...kept, secret: SECRET }, steps).app)
    await before.ask('log-in')
    const during = new Visitor(visited({ ...kept, secret: [OTHER, SECRET] }, steps).app)
    await during.takes(await before.cookies())
    expect(await during.ask('who')).toEqual([200, 7])
    const after = new Visitor(visited({ ...kept, secret: OTHER }, steps).app)
    await after.takes(await during.cookies())
    expect(await after.ask('who')).toEqual([200, 7])
    await after.takes(await before.cookies())
    expect(await after.ask('who')).toEqual([200, 'nobody'])
  })

  test('changes are stored if the status of the response is below 500; otherwise only the end of a session is stored', async () => {
    const someone = visitor(
      {},
      {
        wrong: (visit) => {
          visit.set(USER_ID, 1)
          throw new HttpError(422)
        },
        fails: (visit) => {
          visit.set(USER_ID, 2)
          throw new Error('x')
        },
        answers: (visit) => {
          visit.set(USER_ID, 3)
          return new Response('', { status: 502 })
        },
        ends: (visit) => {
          visit.destroy()
          visit.set(USER_ID, 4)
          throw new Error('x')
        },
      },
    )
    const then = async (path: string) => {
      await someone.ask(path)
      return (await someone.ask('who'))[1]
    }
    expect([await then('wrong'), await then('fails'), await then('answers'), await then('ends')]).toEqual([
      1,
      1,
      1,
      'nobody',
    ])
  })

  test('a value that is set after destroy begins a new session', async () => {
    const someone = visitor(
      {},
      {
        anew: (visit) => {
          visit.destroy()
          visit.set(BASKET, ['milk'])
          return visit.get(USER_ID) ?? 'nobody'
        },
      },
    )
    await someone.ask('log-in')
    expect(await someone.ask('anew')).toEqual([200, 'nobody'])
    expect([await someone.ask('who'), await someone.ask('basket')]).toEqual([
      [200, 'nobody'],
      [200, ['milk']],
    ])
  })

  test('a response has Vary: Cookie if its handler used the session, and no Vary otherwise', async () => {
    const someone = visitor({}, { other: () => 'x' })
    await someone.ask('log-in')
    const vary = async (path: string) => (await someone.response(path)).headers.get('vary')
    expect([await vary('who'), await vary('other')]).toEqual(['cookie', null])
  })

  test('Vary says Cookie once, though a handler or a middleware after the session has said it', async () => {
    const translated: Step = (visit) => {
      visit.get(USER_ID)
      return new Response('', { headers: { vary: 'Cookie, Accept-Language' } })
    }
    const response = await visitor({}, { translated }).response('translated')
    expect(response.headers.get('vary')).toBe('Cookie, Accept-Language')
  })
})

test.each([
  [new Date(), 'an instance of Date'],
  [new Map(), 'an instance of Map'],
  [() => 1, 'a function'],
  [1n, 'a bigint'],
  [Number.NaN, 'NaN'],
  [{ a: [Number.POSITIVE_INFINITY] }, 'Infinity'],
  [Symbol('x'), 'a symbol'],
  [JSON.parse('{"__proto__":1}'), 'a key "__proto__"'],
])('%o is not a value for a session, and the error comes from the line that sets it', async (value, got) => {
  const { app, errors } = visited({}, { set: (visit) => visit.set(sessionKey<unknown>('when'), value) })
  expect((await app.request('/set')).status).toBe(500)
  expect(String(errors[0])).toContain(`UsageError: The session key "when": a session keeps JSON, and ${got} would`)
})

test('setting a value in a session after the response was sent is an error', async () => {
  let late: (() => void) | undefined
  const { app } = visited(
    {},
    {
      set: (visit) => {
        late = () => visit.set(USER_ID, 1)
      },
    },
  )
  await app.request('/set')
  expect(late).toThrow('The session key "user id" cannot be changed any more, since the answer has already been sent.')
})

test('session() sets its cookie in the jar of the cookies() before it, with the option "secure" of that cookies()', async () => {
  const { app } = visited({}, steps, new ErrorHandler({ listeners: [] }).process, cookies({ secure: false }))
  expect((await app.request('/log-in')).headers.getSetCookie()[0]).toMatch(
    /^session=[\w-]+; Path=\/; HttpOnly; SameSite=Lax$/,
  )
})

test('over http, the name of the cookie has no prefix __Host- in development, and has it elsewhere', async () => {
  const nameOf = async (url: string) => {
    const { app } = visited({}, steps)
    return (await app.request(url)).headers.getSetCookie()[0]?.split('=')[0]
  }
  expect(await nameOf('http://localhost/log-in')).toBe('__Host-session')
  vi.stubEnv('NODE_ENV', 'development')
  expect(await nameOf('http://localhost/log-in')).toBe('session')
  expect(await nameOf('https://localhost/log-in')).toBe('__Host-session')
  vi.unstubAllEnvs()
})

test.each([
  [{ secret: 'short' }, 'session(): "secret" must be a secret of at least 32 characters'],
  [{ idel: 5 }, 'session(): unknown option "idel". Did you mean "idle"?'],
  [{ idle: '5' }, 'session(): "idle" must be an integer from 0, got a string.'],
  [{ store: {} }, 'session(): "store" must be an object with getItem, setItem, removeItem, got a map.'],
  [{ sameSite: 'Lax' }, 'session(): "sameSite" must be "strict" or "lax" or "none", got a string.'],
])('session() refuses the options %o', (options, message) => {
  expect(() => session(options as SessionOptions)).toThrow(message)
})

test('an option of session() that is undefined has its default', async () => {
  const { app } = visited({ name: undefined, idle: undefined, lifetime: undefined, store: undefined }, steps)
  expect((await app.request('/log-in')).headers.getSetCookie()[0]).toMatch(/^__Host-session=[\w-]+; /)
})

test('the type of a session key determines the type of the values that session.get() returns and session.set() accepts', () => {
  const typed = (visit: Session) => {
    const id: number | undefined = visit.get(USER_ID)
    visit.set(USER_ID, 7)
    // @ts-expect-error: the value is a number
    visit.set(USER_ID, 'seven')
    // @ts-expect-error: the value may be absent
    const certain: number = visit.get(USER_ID)
    return [id, certain]
  }
  expect(typed).toBeTypeOf('function')
})

test('sessionKey() refuses an empty name, and names that begin with @, which are reserved', () => {
  expect(() => sessionKey('@flashes')).toThrow('does not begin with "@"')
  expect(() => sessionKey('')).toThrow(TypeError)
})

test.each([
  [{ hops: 0 }, 'flash(): "hops" must be an integer from 1, got 0.'],
  [{ hops: 1.5 }, 'flash(): "hops" must be an integer from 1, got 1.5.'],
  [{ hop: 2 }, 'flash(): unknown option "hop". Did you mean "hops"?'],
])('flash() refuses the options %o', async (options, message) => {
  const { app, errors } = visited({}, { step: (visit) => visit.flash('notice', 'Saved.', options as FlashOptions) })
  await new Visitor(app).ask('step')
  expect(String(errors)).toContain(message)
})

test.each<[string, Step]>([
  ['get', (visit) => visit.get('user' as never)],
  ['set', (visit) => visit.set('user' as never, 7 as never)],
  ['delete', (visit) => visit.delete('user' as never)],
])('%s() of a session refuses a name in place of a key, and says how to make one', async (_, step) => {
  const { app, errors } = visited({}, { step })
  await new Visitor(app).ask('step')
  expect(String(errors)).toContain(
    "UsageError: A session takes a key, got 'user'. Write const USER_ID = sessionKey('user id').",
  )
})

test('if a handler reads the session without session() before it, the error names the middleware to pipe', async () => {
  const errors: unknown[] = []
  const app = new Application({ onError: (error) => errors.push(error) })
  app.pipe((request) => text(String(request.attribute(SESSION).isNew)))
  await app.request('/')
  expect(String(errors[0])).toContain(
    'The request has no attribute "session". The middleware of @app/session sets it: pipe that earlier, or run npx app add @app/session. A layout of error pages reads it by attribute(KEY, undefined).',
  )
})
