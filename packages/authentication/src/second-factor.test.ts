import { DatabaseSync } from 'node:sqlite'
import { Application, HttpError, json, type ServerRequest } from '@app/core'
import { SESSION, session, sessionKey } from '@app/session'
import { Secret, TOTP, URI } from 'otpauth'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { authentication, IDENTITY, type Identity, sessionAuthenticator } from './index.ts'
import { type FactorStore, type SecondFactorOptions, secondFactor } from './second-factor.ts'

const secret = 'shop'.repeat(8)
const BASKET = sessionKey<string>('basket')

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-05-01T12:00:00Z') }))
afterEach(() => void vi.useRealTimers())
const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1_000)

/** A store in memory, which answers later, as a database does. */
class Column implements FactorStore {
  readonly texts = new Map<string, string>()

  async read(user: string) {
    return this.texts.get(user)
  }

  async replace(user: string, before: string | null, after: string | null) {
    await Promise.resolve()
    if ((this.texts.get(user) ?? null) !== before) return false
    if (after === null) this.texts.delete(user)
    else this.texts.set(user, after)
    return true
  }
}

/** A store in a table of users, with one connection for each process. */
function inTable(database: DatabaseSync): FactorStore {
  database.exec('CREATE TABLE IF NOT EXISTS users (id TEXT PRIMARY KEY, factor TEXT)')
  return {
    read: (id) => database.prepare('SELECT factor FROM users WHERE id = ?').get(id)?.factor as string | null,
    replace: (id, before, after) =>
      database.prepare('UPDATE users SET factor = ? WHERE id = ? AND factor IS ?').run(after, id, before).changes === 1,
  }
}

function site(options: Partial<SecondFactorOptions> = {}) {
  const store = new Column()
  const factor = secondFactor({ issuer: 'Notes & more', secret, store, ...options })
  const errors: unknown[] = []
  const app = new Application({ onError: (error) => errors.push(error) }).pipe(session({ secret }))
  app.pipe(authentication({ authenticators: [sessionAuthenticator()] }))
  app.pipe(async (request: ServerRequest) => {
    const { path, query } = request
    const [name = '', code = ''] = [query.get('name') ?? '', query.get('code') ?? '']
    if (path === '/log-in') return factor.enter(request, { id: name } as Identity)
    if (path === '/log-in/code') return json((await factor.finish(request, code)) ?? 'wrong')
    if (path === '/begin') return json(await factor.begin(request, name))
    if (path === '/add') return json((await factor.add(request, code)) ?? 'wrong')
    if (path === '/buy') request.attribute(SESSION).set(BASKET, 'tea')
    const id = (request.attribute(IDENTITY) as Identity | undefined)?.id ?? null
    return json([id, factor.halfOf(request)?.id ?? null, request.attribute(SESSION).get(BASKET) ?? null])
  })
  /** A browser that keeps the cookie of the session. */
  const browser = () => {
    let cookie = ''
    return async (path: string) => {
      const response = await app.fetch(new Request(`https://notes.example${path}`, { headers: { cookie } }))
      cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
      if (response.status === 303) return response.headers.get('location')
      return response.ok ? response.json() : response.status
    }
  }
  /** Logs a user in, and adds a second factor. Returns what makes the code of this moment, and the recovery codes. */
  const withFactor = async (name: string) => {
    const ask = browser()
    await ask(`/log-in?name=${name}`)
    const { uri } = (await ask(`/begin?name=${name}@notes.example`)) as { uri: string }
    const totp = URI.parse(uri) as TOTP
    const added = await ask(`/add?code=${totp.generate()}`)
    later(30)
    return { code: () => totp.generate(), ...(added as { recoveryCodes: string[] }) }
  }
  return { store, factor, app, errors, browser, withFactor }
}

describe('a log-in with a second factor', () => {
  test('is half after the password, keeps what a stranger had in the session, and is whole after the code', async () => {
    const { browser, withFactor } = site()
    const { code } = await withFactor('ada')
    const ask = browser()
    await ask('/buy')
    expect(await ask('/log-in?name=ada&return=/notes?page=2')).toBe('/log-in/code?return=%2Fnotes%3Fpage%3D2')
    expect(await ask('/')).toEqual([null, 'ada', 'tea'])
    expect(await ask('/log-in/code?code=12345')).toBe('wrong')
    const [first, last] = [code().slice(0, 3), code().slice(3)]
    expect(await ask(`/log-in/code?code=${first}%20${last}`)).toEqual({ id: 'ada' })
    expect(await ask('/')).toEqual(['ada', null, 'tea'])
  })

  test('gets a new cookie at each of its steps, and the cookie of a half one logs nobody in', async () => {
    const { app, withFactor } = site()
    const { code } = await withFactor('ada')
    const ask = (path: string, cookie = '') =>
      app.fetch(new Request(`https://notes.example${path}`, { headers: { cookie } }))
    const cookieOf = (response: Response) => response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const half = cookieOf(await ask('/log-in?name=ada'))
    const whole = cookieOf(await ask(`/log-in/code?code=${code()}`, half))
    expect([half, whole]).toEqual([expect.stringContaining('='), expect.stringContaining('=')])
    expect(whole).not.toBe(half)
    expect(await (await ask('/', half)).json()).toEqual([null, 'ada', null])
    expect(await (await ask('/', whole)).json()).toEqual(['ada', null, null])
  })

  test('logs a user without one in at once, and leads only to a path of this site', async () => {
    const { browser } = site()
    const ask = browser()
    expect(await ask('/log-in?name=bob&return=//evil.example')).toBe('/')
    expect(await ask('/')).toEqual(['bob', null, null])
  })

  test('may have its page of codes at another path for each request, and only at a path of this site', async () => {
    const { browser, errors, withFactor } = site({ codePage: ({ query }) => query.get('page') ?? '/log-in/code' })
    await withFactor('ada')
    const ask = browser()
    expect(await ask('/log-in?name=ada&page=/de/code')).toBe('/de/code?return=%2F')
    expect(await ask('/log-in?name=ada&page=//evil.example')).toBe(500)
    expect(String(errors[0])).toContain('secondFactor(): "codePage" must return a path of this site')
  })

  test('needs the password first, and the code within five minutes', async () => {
    const { browser, withFactor } = site()
    const { code } = await withFactor('ada')
    const ask = browser()
    expect(await ask(`/log-in/code?code=${code()}`)).toBe('wrong')
    await ask('/log-in?name=ada')
    later(300)
    expect(await ask('/')).toEqual([null, null, null])
    expect(await ask(`/log-in/code?code=${code()}`)).toBe('wrong')
  })

  test('ends the log-in of another user with the password, before the code', async () => {
    const { browser, withFactor } = site()
    await withFactor('ada')
    const ask = browser()
    await ask('/log-in?name=eve')
    await ask('/buy')
    await ask('/log-in?name=ada')
    expect(await ask('/')).toEqual([null, 'ada', null])
    await ask('/log-in?name=eve')
    expect(await ask('/')).toEqual(['eve', null, null])
  })
})

describe('a code', () => {
  test.each([
    [-60, false],
    [-30, true],
    [0, true],
    [30, true],
    [60, false],
  ])('of a clock that is %i s away is right: %s', async (seconds, isRight) => {
    const { factor, withFactor } = site()
    const { code } = await withFactor('ada')
    later(90)
    const now = Date.now()
    later(seconds)
    const shown = code()
    vi.setSystemTime(now)
    expect(await factor.check('ada', shown)).toBe(isRight)
  })

  test('is accepted once, and an earlier one not after it', async () => {
    const { factor, withFactor } = site()
    const { code } = await withFactor('ada')
    later(-30)
    expect(await factor.check('ada', code()), 'the code that has added the factor').toBe(false)
    later(30)
    const earlier = code()
    later(30)
    expect([await factor.check('ada', code()), await factor.check('ada', code())]).toEqual([true, false])
    expect(await factor.check('ada', earlier)).toBe(false)
  })

  test('is accepted once by several processes that get it at the same moment', async () => {
    const { store, factor, withFactor } = site()
    const { code } = await withFactor('ada')
    const other = secondFactor({ issuer: 'Notes', secret, store })
    const shown = code()
    const answers = await Promise.all([factor, other, factor, other].map((one) => one.check('ada', shown)))
    expect(answers.filter(Boolean)).toHaveLength(1)
  })

  test('is kept in a table by one UPDATE, which compares', async () => {
    const database = new DatabaseSync(':memory:')
    const { factor, withFactor } = site({ store: inTable(database) })
    database.exec("INSERT INTO users VALUES ('ada', NULL)")
    expect(await factor.has('ada')).toBe(false)
    const { code, recoveryCodes } = await withFactor('ada')
    const shown = code()
    const answers = await Promise.all([1, 2, 3].map(() => factor.check('ada', shown)))
    expect(answers.filter(Boolean)).toHaveLength(1)
    expect(await factor.check('ada', recoveryCodes[0] ?? '')).toBe(true)
    await factor.remove('ada')
    expect([await factor.has('ada'), await factor.check('ada', shown)]).toEqual([false, false])
  })

  test('is refused with 429 after five wrong ones in an hour, also if they come at the same moment, in any browser', async () => {
    const { factor, browser, withFactor } = site()
    const { code } = await withFactor('ada')
    const guess = () => factor.check('ada', '000000').catch((error: HttpError) => error.status)
    const answers = await Promise.all(Array.from({ length: 30 }, guess))
    expect(answers.filter((answer) => answer === false)).toHaveLength(5)
    expect(answers.filter((answer) => answer === 429)).toHaveLength(25)
    const ask = browser()
    await ask('/log-in?name=ada')
    expect(await ask(`/log-in/code?code=${code()}`)).toBe(429)
    later(3_599)
    const error = await factor.check('ada', code()).catch((reason: unknown) => reason)
    expect(HttpError.is(error) && error.headers).toMatchObject({ 'retry-after': '1' })
    later(1)
    expect(await factor.check('ada', code())).toBe(true)
  })

  test('that is right does not forget the wrong ones, so that a thief does not guess on after each log-in of the owner', async () => {
    const { factor, withFactor } = site({ guesses: 2, window: 600 })
    const { code } = await withFactor('ada')
    await factor.check('ada', '000000')
    expect(await factor.check('ada', code())).toBe(true)
    await factor.check('ada', '000000')
    await expect(factor.check('ada', '000000')).rejects.toMatchObject({ status: 429 })
  })
})

describe('a recovery code', () => {
  test('works once in place of the phone, also after five wrong codes, and a wrong one does not', async () => {
    const { factor, browser, withFactor } = site()
    const { recoveryCodes } = await withFactor('ada')
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const one of recoveryCodes) expect(one).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/)
    for (let count = 0; count < 5; count++) await factor.check('ada', '000000')
    const ask = browser()
    await ask('/log-in?name=ada')
    expect(await ask('/log-in/code?code=aaaa-aaaa-aaaa-aaaa')).toBe('wrong')
    expect(await ask(`/log-in/code?code=${recoveryCodes[3]?.replaceAll('-', '').toUpperCase()}`)).toEqual({ id: 'ada' })
    expect(await factor.check('ada', recoveryCodes[3] ?? '')).toBe(false)
    const twice = await Promise.all([1, 2].map(() => factor.check('ada', recoveryCodes[4] ?? '')))
    expect(twice.toSorted()).toEqual([false, true])
  })
})

describe('a new second factor', () => {
  test('has a URI that apps read, and is added with the first code alone', async () => {
    const { factor, browser } = site()
    const ask = browser()
    await ask('/log-in?name=ada')
    const { uri, secret: made } = (await ask('/begin?name=ada@notes.example')) as { uri: string; secret: string }
    const totp = URI.parse(uri) as TOTP
    expect(totp).toMatchObject({ issuer: 'Notes & more', label: 'ada@notes.example', digits: 6, period: 30 })
    expect([totp.secret.base32, totp.secret.buffer.byteLength]).toEqual([made, 20])
    expect(await ask('/add?code=')).toBe('wrong')
    expect([await factor.has('ada'), await ask(`/add?code=${totp.generate()}`)]).toEqual([
      false,
      { recoveryCodes: expect.any(Array) },
    ])
    expect(await factor.has('ada')).toBe(true)
  })

  test('of another application is taken over with its secret, so that the phone shows the right codes', async () => {
    const { factor } = site()
    const totp = new TOTP({ secret: new Secret({ size: 10 }) })
    const typed = totp.secret.base32.toLowerCase().replace(/.{4}/g, '$& ')
    const imported = await factor.import('ada', typed)
    expect(await factor.check('ada', totp.generate())).toBe(true)
    expect(await factor.check('ada', imported?.recoveryCodes[0] ?? '')).toBe(true)
    expect(await factor.import('ada', typed)).toBe(undefined)
    for (const wrong of ['', 'JBSWY3DPEHPK3PX', 'JBSWY3DPEHPK3PX1', 'otpauth://totp/Notes:ada?secret=JBSWY3DPEHPK3PXP'])
      await expect(factor.import('bea', wrong)).rejects.toThrow(
        'the secret to import for "bea" is not base32 of at least 16 characters',
      )
    expect(await factor.has('bea')).toBe(false)
  })

  test('does not replace another one, also if two tabs add one at the same moment', async () => {
    const { factor, browser, withFactor } = site()
    const ask = browser()
    await ask('/log-in?name=ada')
    const { uri } = (await ask('/begin')) as { uri: string }
    const shown = (URI.parse(uri) as TOTP).generate()
    const answers = await Promise.all([1, 2].map(() => ask(`/add?code=${shown}`)))
    expect(answers.filter((answer) => typeof answer === 'object')).toHaveLength(1)
    expect([await ask('/begin'), await ask(`/add?code=${shown}`)]).toEqual([409, 409])
    await factor.remove('ada')
    await factor.remove('ada')
    expect((await withFactor('ada')).recoveryCodes).toHaveLength(10)
  })

  test('is for the user who has begun it, within an hour, and strangers add none', async () => {
    const { browser } = site()
    const ask = browser()
    expect([await ask('/begin'), await ask('/add?code=123456')]).toEqual([401, 401])
    await ask('/log-in?name=ada')
    const { uri } = (await ask('/begin')) as { uri: string }
    later(3_601)
    expect(await ask(`/add?code=${(URI.parse(uri) as TOTP).generate()}`)).toBe('wrong')
  })

  test('is kept sealed, for its user, and is opened by an earlier secret of a list', async () => {
    const { store, withFactor } = site()
    const { code } = await withFactor('ada')
    const text = store.texts.get('ada') ?? ''
    expect(text.split('.')).toHaveLength(5)
    const rotated = secondFactor({ issuer: 'Notes', secret: ['new!'.repeat(8), secret, null], store })
    expect(await rotated.check('ada', code())).toBe(true)
    const other = secondFactor({ issuer: 'Notes', secret: 'else'.repeat(8), store })
    await expect(other.check('ada', code())).rejects.toMatchObject({ code: 'APP_SECOND_FACTOR' })
    store.texts.set('eve', text)
    await expect(rotated.check('eve', code())).rejects.toThrow('the user "eve" cannot be opened')
  })
})

test('a store whose "replace" says nothing is an error, and not a wrong code', async () => {
  const { store, withFactor } = site()
  const { code } = await withFactor('ada')
  const silent = { read: (user: string) => store.texts.get(user), replace: () => undefined as unknown as boolean }
  const factor = secondFactor({ issuer: 'Notes', secret, store: silent })
  await expect(factor.check('ada', code())).rejects.toThrow('"replace" of the store never returns true')
  await expect(factor.remove('ada')).rejects.toMatchObject({ code: 'APP_SECOND_FACTOR' })
})

test.each<[string, object, RegExp]>([
  ['no store', { store: undefined }, /"store" is missing/],
  ['a store without "replace"', { store: { read: () => null } }, /"store" must/],
  ['no issuer', { issuer: undefined }, /"issuer" is missing/],
  ['a short secret', { secret: 'short' }, /"secret" must be a secret of at least 32 characters/],
  ['a page of another site', { codePage: '//evil.example' }, /"codePage" must be a path of this site/],
  ['no guesses', { guesses: 0 }, /"guesses" must be an integer from 1/],
  ['a misspelt option', { guess: 5 }, /Did you mean "guesses"\?/],
])('secondFactor() refuses %s', (_what, options, message) => {
  expect(() => site(options)).toThrow(message)
})

test('outside of development and tests a missing secret is an error', () => {
  vi.stubEnv('NODE_ENV', 'production')
  vi.stubEnv('VITEST', '')
  try {
    expect(() => site({ secret: undefined })).toThrow('secondFactor(): "secret" is missing. Set APP_SECRET')
  } finally {
    vi.unstubAllEnvs()
  }
})
