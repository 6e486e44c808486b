import { setTimeout as sleep } from 'node:timers/promises'
import { ErrorHandler, HttpError } from '@app/core'
import { createStorage, defineDriver } from 'unstorage'
import memory from 'unstorage/drivers/memory'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type SessionOptions, type SessionStore, session } from './index.ts'
import { BASKET, SECRET, type Step, USER_ID, Visitor, visited } from './visitor.test.helper.ts'

const steps: Record<string, Step> = {
  'log-in': (visit) => {
    visit.regenerate()
    visit.set(USER_ID, 7)
  },
  'log-out': (visit) => visit.destroy(),
  who: (visit) => visit.get(USER_ID) ?? 'nobody',
  add: (visit) => visit.set(BASKET, ['tea']),
  basket: (visit) => visit.get(BASKET) ?? 'empty',
}

afterEach(() => {
  vi.useRealTimers()
})

/** Makes a step that runs the given step only when the test calls `letGo`. `isThere` resolves when the step waits. */
function held(step: Step): { readonly step: Step; readonly isThere: Promise<void>; readonly letGo: () => void } {
  const [there, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  return {
    step: async (visit) => {
      there.resolve()
      await go.promise
      return step(visit)
    },
    isThere: there.promise,
    letGo: go.resolve,
  }
}

/**
 * Returns the responses to two requests of one visitor: the quick request begins and ends while the slow one is
 * handled.
 */
async function across(options: SessionOptions, slow: Step, quick: string, first = 'add') {
  const holding = held(slow)
  const { app, errors } = visited(options, { ...steps, slow: holding.step })
  const someone = new Visitor(app)
  await someone.ask(first)
  const pending = someone.ask('slow')
  await holding.isThere
  const quickly = await someone.ask(quick)
  holding.letGo()
  return { someone, slowly: await pending, quickly, errors }
}

describe('concurrent requests of one visitor', () => {
  const add: Step = (visit) => visit.set(BASKET, ['milk'])

  test("with a store, concurrent requests keep each other's keys; if both change one key, the later response wins", async () => {
    const count: Step = (visit) => visit.set(USER_ID, (visit.get(USER_ID) ?? 0) + 1)
    const { someone } = await across({ store: createStorage() }, count, 'basket')
    expect([await someone.ask('who'), await someone.ask('basket')]).toEqual([
      [200, 1],
      [200, ['tea']],
    ])
    const other = await across({ store: createStorage() }, add, 'add', 'who')
    expect(await other.someone.ask('basket')).toEqual([200, ['milk']])
  })

  test('with a store, a page that shows messages does not take those that a concurrent request has added', async () => {
    const holding = held((visit) => visit.flashes('notice'))
    const more: Record<string, Step> = {
      ...steps,
      save: (visit) => visit.flash('notice', 'Saved.'),
      send: (visit) => visit.flash('notice', 'Sent.'),
      slow: holding.step,
      show: (visit) => visit.flashes('notice'),
    }
    const { app } = visited({ store: createStorage() }, more)
    const someone = new Visitor(app)
    await someone.ask('save')
    const pending = someone.ask('slow')
    await holding.isThere
    await someone.ask('send')
    holding.letGo()
    expect(await pending).toEqual([200, ['Saved.']])
    expect(await someone.ask('show')).toEqual([200, ['Sent.']])
    await Promise.all([someone.ask('save'), someone.ask('send')])
    expect([await someone.ask('show')].flat(2)).toEqual([200, expect.anything(), expect.anything()])
  })

  test('with a store, twenty concurrent requests in one process lose no change', async () => {
    const slowly = createStorage({ driver: slow(2) })
    const numbered = Object.fromEntries(
      Array.from({ length: 20 }, (_, number): [string, Step] => [
        `n${number}`,
        (visit) => visit.flash(`n${number}`, 'x') ?? visit.set({ name: `n${number}` }, number),
      ]),
    )
    const read: Step = (visit) => Object.keys(numbered).filter((name) => visit.get({ name }) !== undefined).length
    const { app } = visited({ store: slowly }, { ...steps, ...numbered, read })
    const someone = new Visitor(app)
    await someone.ask('add')
    await Promise.all(Object.keys(numbered).map((path) => someone.ask(path)))
    expect(await someone.ask('read')).toEqual([200, 20])
  })

  test('with a store, a request that changes the session after its log-out gets 409 and does not revive the session', async () => {
    const { someone, slowly, errors } = await across({ store: createStorage() }, add, 'log-out')
    expect(slowly).toEqual([409, 'The session ended while this request changed it. Try again.'])
    expect(errors.length).toBe(1)
    expect(await someone.ask('basket')).toEqual([200, 'empty'])
  })

  test('with a store, a request without changes does not undo a log-in that happened while it was handled', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const holding = held(() => 'looked')
    const { app } = visited({ store: createStorage(), idle: 600 }, { ...steps, slow: holding.step })
    const someone = new Visitor(app)
    await someone.ask('add')
    // More than a tenth of the idle time has passed, so the response writes the time of the last request again,
    // although no value changes.
    vi.setSystemTime(Date.now() + 100_000)
    const pending = someone.ask('slow')
    await holding.isThere
    await someone.ask('log-in')
    holding.letGo()
    expect(await pending).toEqual([200, 'looked'])
    expect(await someone.ask('who')).toEqual([200, 7])
  })

  test('with a sealed cookie, the later of two concurrent responses replaces the changes of the earlier one', async () => {
    const count: Step = (visit) => visit.set(USER_ID, 1)
    const holding = held(count)
    const { app } = visited({}, { ...steps, more: (visit) => visit.set(BASKET, ['milk']), slow: holding.step })
    const someone = new Visitor(app)
    await someone.ask('add')
    const pending = someone.ask('slow')
    await holding.isThere
    await someone.ask('more')
    holding.letGo()
    await pending
    expect([await someone.ask('who'), await someone.ask('basket')]).toEqual([
      [200, 1],
      [200, ['tea']],
    ])
  })
})

describe('ended sessions', () => {
  const step: Record<string, Step> = {
    'a change': (visit) => visit.set(BASKET, ['milk']),
    'a new time of the last request': () => 'looked',
    'a regenerated session': (visit) => visit.regenerate(),
  }
  const ends = { 'log-out': 'nobody', 'log-in': 7 }

  /**
   * Returns the results of a race: in one process, a request does `work`. Its first call of the store for which
   * `isLate` is true waits until a request in another process has ended the session.
   */
  async function raced(work: string, end: 'log-out' | 'log-in', isLate: (method: string, key: string) => boolean) {
    vi.useFakeTimers({ toFake: ['Date'] })
    const storage = createStorage()
    const [there, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let isRacing = false
    const late = listening(
      [],
      async (method, key) => {
        if (!isRacing || !isLate(method, key)) return
        isRacing = false
        there.resolve()
        await go.promise
      },
      storage,
    )
    const one = visited({ store: late, idle: 600 }, { ...steps, work: step[work] ?? fail })
    const other = visited({ store: storage, idle: 600 }, steps)
    const someone = new Visitor(other.app)
    await someone.ask('add')
    const cookie = await someone.cookies()
    // More than a tenth of the idle time has passed, so each response writes the session again.
    vi.setSystemTime(Date.now() + 100_000)
    const slow = new Visitor(one.app)
    await slow.takes(cookie)
    isRacing = true
    const working = slow.ask('work')
    await there.promise
    await someone.ask(end)
    go.resolve()
    const [status] = await working
    const thief = new Visitor(other.app)
    await thief.takes(cookie)
    return {
      status,
      thief: await thief.ask('basket'),
      someone: await someone.ask('who'),
      slow: await slow.ask('basket'),
    }
  }

  test.each([
    ['a change', 'log-out', 409],
    ['a change', 'log-in', 409],
    ['a new time of the last request', 'log-out', 200],
    ['a new time of the last request', 'log-in', 200],
    ['a regenerated session', 'log-out', 409],
    ['a regenerated session', 'log-in', 200],
  ] as const)(
    'if another process writes %s after %s has ended the old session, that session stays ended, and the response is %i',
    async (work, end, status) => {
      const then = await raced(work, end, (method) => method === 'setItem')
      expect(then).toEqual({
        status,
        thief: [200, 'empty'],
        someone: [200, ends[end]],
        slow: [200, status === 200 && work === 'a regenerated session' ? ['tea'] : 'empty'],
      })
    },
  )

  test.each(['log-out', 'log-in'] as const)(
    'a session stays ended if %s ends it after another process has written a change and before that process checks for an end',
    async (end) => {
      let isWritten = false
      const then = await raced('a change', end, (method, key) => {
        isWritten ||= method === 'setItem'
        return isWritten && method === 'getItem' && key.startsWith('session-end:')
      })
      expect(then).toMatchObject({ status: 409, thief: [200, 'empty'], someone: [200, ends[end]] })
    },
  )

  test('an ended session stays ended if the store carries out a write after storeTimeout and after the log-out', async () => {
    const storage = createStorage()
    const go = Promise.withResolvers<void>()
    const written = Promise.withResolvers<void>()
    let isSlow = false
    const store: SessionStore = {
      getItem: (key) => storage.getItem(key),
      removeItem: (key) => storage.removeItem(key),
      setItem: async (key, value) => {
        if (!isSlow || key.startsWith('session-end')) return storage.setItem(key, value)
        await go.promise
        await storage.setItem(key, value)
        written.resolve()
      },
    }
    const more: Step = (visit) => visit.set(BASKET, ['milk'])
    const { app } = visited({ store, storeTimeout: 0.02 }, { ...steps, more }, translated().process)
    const someone = new Visitor(app)
    await someone.ask('add')
    const thief = new Visitor(app)
    await thief.takes(await someone.cookies())
    isSlow = true
    expect(await someone.ask('more')).toEqual([503, 'handled'])
    expect(await someone.ask('log-out')).toEqual([200, null])
    go.resolve()
    await written.promise
    expect(await thief.ask('basket')).toEqual([200, 'empty'])
  })

  test('the record of the end of a session stays in the store as long as the session could have lived', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const lives: [string, number][] = []
    const storage = createStorage()
    const store: SessionStore = {
      getItem: (key) => storage.getItem(key),
      setItem: (key, value, { ttl }) => {
        lives.push([key.split(':')[0] ?? '', ttl])
        return storage.setItem(key, value)
      },
      removeItem: (key) => storage.removeItem(key),
    }
    const { app } = visited({ store, idle: 600, lifetime: 4_000 }, steps)
    const someone = new Visitor(app)
    await someone.ask('add')
    vi.setSystemTime(Date.now() + 300_000)
    await someone.ask('log-out')
    expect(lives).toEqual([
      ['session', 600],
      ['session-end', 3_700],
      // The end of all sessions that were renewed from this one, of which the youngest may be new.
      ['session-end-all', 4_000],
    ])
  })
})

test('with a store, both log-ins of a double click succeed, and keep the values of the session', async () => {
  const holding = held((visit) => {
    visit.regenerate()
    visit.set(USER_ID, 7)
  })
  const { app, errors } = visited({ store: createStorage() }, { ...steps, slow: holding.step })
  const someone = new Visitor(app)
  await someone.ask('add')
  const second = new Visitor(app)
  await second.takes(await someone.cookies())
  const pending = second.ask('slow')
  await holding.isThere
  expect(await someone.ask('log-in')).toEqual([200, null])
  holding.letGo()
  expect(await pending).toEqual([200, null])
  for (const browser of [someone, second]) {
    expect([await browser.ask('who'), await browser.ask('basket')]).toEqual([
      [200, 7],
      [200, ['tea']],
    ])
  }
  expect(errors).toEqual([])
})

describe('the store of sessions', () => {
  test('a request without a cookie reads nothing from the store, and a request with a cookie reads its session once', async () => {
    const asked: string[] = []
    const store = listening(asked)
    const { app } = visited({ store }, steps)
    await app.request('/who')
    expect(asked).toEqual([])
    const someone = new Visitor(app)
    await someone.ask('add')
    expect(asked).toEqual(['setItem'])
    asked.length = 0
    await someone.ask('basket')
    // Loading makes two calls at the same time: one reads the session, and the other the record of its end.
    expect(asked).toEqual(['getItem', 'getItem'])
    await someone.ask('log-in')
    asked.length = 0
    await someone.ask('basket')
    // After a renewal, a third call reads whether all sessions since the first have ended.
    expect(asked).toEqual(['getItem', 'getItem', 'getItem'])
  })

  test.each([
    ['getItem', 'who', 7],
    ['setItem', 'add', 7],
    ['setItem', 'log-out', 7],
    // The end is written before the record is removed, so the session has ended although the removal fails.
    ['removeItem', 'log-out', 'nobody'],
  ] as const)(
    'if %s of the store fails, a request for /%s throws a 503 to the error handler, and /who gives %o afterwards',
    async (method, path, then) => {
      let isDown = false
      const store = listening([], async (name) => {
        if (isDown && name === method) throw new Error('ECONNREFUSED')
      })
      const { app, errors } = visited({ store }, steps, translated().process)
      const someone = new Visitor(app)
      await someone.ask('log-in')
      isDown = true
      expect(await someone.ask(path)).toEqual([503, 'handled'])
      isDown = false
      expect(await someone.ask('who')).toEqual([200, then])
      expect(errors).toEqual([])
    },
  )

  test('if the store is too slow, the response is 503 after storeTimeout, and the reported error has the reason', async () => {
    const store = listening([], () => sleep(60_000, undefined, { ref: false }))
    const { app, errors } = visited({ store, storeTimeout: 0.02 }, steps)
    const response = await app.request('/add')
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
    const [error] = errors as [HttpError]
    expect(error.message).toBe('The store of the sessions failed to write a session.')
    expect((error.cause as Error).message).toBe('The store took longer than 0.02 s.')
  })

  test('a slow store delays no request longer than storeTimeout, however many requests wait for one session', async () => {
    let isDown = false
    const store = listening([], async (name) => {
      if (isDown && name === 'setItem') await sleep(60_000, undefined, { ref: false })
    })
    const count: Step = (visit) => visit.set({ name: `${Math.random()}` }, 1)
    const { app } = visited({ store, storeTimeout: 1 }, { ...steps, count }, translated().process)
    const someone = new Visitor(app)
    await someone.ask('add')
    isDown = true
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const many = ['log-in', 'count', 'log-in', 'count', 'log-in'].map((path) => someone.ask(path))
    await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(many.length))
    await vi.advanceTimersByTimeAsync(1_001)
    expect((await Promise.all(many)).map(([status]) => status)).toEqual([503, 503, 503, 503, 503])
  })

  test('the changes of 25 concurrent requests to one session are written to the store in at most three writes', async () => {
    const asked: string[] = []
    const go = Promise.withResolvers<void>()
    const store = listening(asked, () => go.promise)
    const { app } = visited({ store }, { ...steps, count: (visit) => visit.set({ name: `${Math.random()}` }, 1) })
    const someone = new Visitor(app)
    go.resolve()
    await someone.ask('add')
    asked.length = 0
    const answers = await Promise.all(Array.from({ length: 25 }, () => someone.ask('count')))
    expect(answers.every(([status]) => status === 200)).toBe(true)
    expect(asked.filter((method) => method === 'setItem').length).toBeLessThanOrEqual(3)
  })

  test('the store gets a time to live that is at most the lifetime of the session', async () => {
    const lives: unknown[] = []
    const storage = createStorage()
    const store: SessionStore = {
      getItem: (key) => storage.getItem(key),
      setItem: (key, value, options) => {
        lives.push(options.ttl)
        return storage.setItem(key, value)
      },
      removeItem: (key) => storage.removeItem(key),
    }
    const { app } = visited({ store, idle: 600, lifetime: 100 }, steps)
    await new Visitor(app).ask('add')
    expect(lives).toEqual([100])
  })

  test('a record in the store that is not a session is ignored', async () => {
    const storage = createStorage()
    const { app, errors } = visited({ store: storage }, steps)
    const someone = new Visitor(app)
    await someone.ask('log-in')
    const [key = ''] = await storage.getKeys()
    for (const value of ['x', [], { values: 7 }, { values: {}, created: 'x', seen: 0 }]) {
      await storage.setItem(key, value)
      expect(await someone.ask('who')).toEqual([200, 'nobody'])
    }
    expect(errors).toEqual([])
  })
})

describe('copied cookies', () => {
  test('with a store, a cookie from before log-in is worthless after log-in', async () => {
    const { app } = visited({ store: createStorage() }, steps)
    const [owner, thief] = [new Visitor(app), new Visitor(app)]
    await owner.ask('add')
    const planted = await owner.cookies()
    await owner.ask('log-in')
    await thief.takes(planted)
    expect([await thief.ask('who'), await thief.ask('basket')]).toEqual([
      [200, 'nobody'],
      [200, 'empty'],
    ])
    expect([await owner.ask('who'), await owner.ask('basket')]).toEqual([
      [200, 7],
      [200, ['tea']],
    ])
  })

  test('a thief with a copy of a sealed cookie from before log-in is not logged in when the owner of the cookie logs in', async () => {
    const { app } = visited({}, steps)
    const [owner, thief] = [new Visitor(app), new Visitor(app)]
    await owner.ask('add')
    await thief.takes(await owner.cookies())
    await owner.ask('log-in')
    expect([await thief.ask('who'), await thief.ask('basket')]).toEqual([
      [200, 'nobody'],
      [200, ['tea']],
    ])
  })

  test('with a store, a copied cookie is worthless after log-out; without a store, a copy of the sealed cookie stays valid', async () => {
    for (const [options, then] of [[{ store: createStorage() }, 'nobody'] as const, [{}, 7] as const]) {
      const { app } = visited(options, steps)
      const [owner, thief] = [new Visitor(app), new Visitor(app)]
      await owner.ask('log-in')
      await thief.takes(await owner.cookies())
      await owner.ask('log-out')
      expect(await thief.ask('who')).toEqual([200, then])
    }
  })

  test('a cookie with the id of a stored session is refused if the id is not sealed', async () => {
    const storage = createStorage()
    const { app } = visited({ store: storage }, steps)
    await new Visitor(app).ask('log-in')
    const [key = ''] = await storage.getKeys()
    const thief = new Visitor(app)
    await thief.takes(`__Host-session=${key.slice('session:'.length)}`)
    expect(await thief.ask('who')).toEqual([200, 'nobody'])
  })
})

describe('the size of sealed cookies', () => {
  const long =
    (length: number): Step =>
    (visit) =>
      visit.set(BASKET, ['x'.repeat(length)])

  test('a sealed cookie holds about 2900 characters of JSON, and a larger session is an error that names the keys', async () => {
    const { app, errors } = visited({}, { ...steps, fits: long(2_900), tooLong: long(3_000) })
    const someone = new Visitor(app)
    expect((await someone.ask('fits'))[0]).toBe(200)
    expect((await someone.ask('tooLong'))[0]).toBe(500)
    expect(String(errors[0])).toMatch(
      /^UsageError: The session has 4\d+ characters when it is sealed, and its cookie may have/,
    )
    expect(String(errors[0])).toContain('basket (3004). Keep less, or keep sessions in a store: session({ store }).')
    expect(await someone.ask('basket')).toEqual([200, ['x'.repeat(2_900)]])
  })

  test('a session in a store may be larger than a cookie', async () => {
    const { app } = visited({ store: createStorage() }, { ...steps, tooLong: long(100_000) })
    const someone = new Visitor(app)
    expect((await someone.ask('tooLong'))[0]).toBe(200)
    expect(await someone.ask('basket')).toEqual([200, ['x'.repeat(100_000)]])
  })
})

test('a missing secret is an error that says where to write one, except in development and in tests', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  expect(() => session()).not.toThrow()
  expect(warn).not.toHaveBeenCalled()
  for (const name of ['production', '']) {
    vi.stubEnv('NODE_ENV', name)
    expect(() => session()).toThrow(
      'session(): "secret" is missing. Put APP_SECRET into .env, and into the environment of the server,',
    )
  }
  vi.stubEnv('NODE_TEST_CONTEXT', 'child-v8')
  expect(() => session()).not.toThrow()
  vi.unstubAllEnvs()
  warn.mockRestore()
  expect(() => session({ secret: SECRET })).not.toThrow()
})

/** Makes an error handler that answers an `HttpError` with its status, and any other error with 500. */
function translated(): ErrorHandler {
  const respond = (error: unknown) => new Response('handled', { status: HttpError.is(error) ? error.status : 500 })
  return new ErrorHandler({ respond, listeners: [] })
}

/**
 * Makes a store that adds the name of each called method to `asked`, and waits for `before` at the beginning of each
 * call.
 */
function listening(
  asked: string[],
  before: (method: keyof SessionStore, key: string) => Promise<unknown> = async () => undefined,
  storage = createStorage(),
): SessionStore {
  const call = async <T>(method: keyof SessionStore, key: string, work: () => Promise<T>): Promise<T> => {
    asked.push(method)
    await before(method, key)
    return work()
  }
  return {
    getItem: (key) => call('getItem', key, () => storage.getItem(key)),
    setItem: (key, value) => call('setItem', key, () => storage.setItem(key, value)),
    removeItem: (key) => call('removeItem', key, () => storage.removeItem(key)),
  }
}

function fail(): never {
  throw new Error('There is no such step.')
}

/** Makes a driver of unstorage in memory that takes `ms` milliseconds to read, write or remove an item. */
function slow(ms: number) {
  return defineDriver(() => {
    const inner = memory()
    const later = async <T>(value: T): Promise<T> => {
      await sleep(ms)
      return value
    }
    return {
      name: 'slow',
      hasItem: async (key) => later(await inner.hasItem(key, {})),
      getItem: async (key) => later(await inner.getItem(key, {})),
      setItem: async (key, value) => later(await inner.setItem?.(key, value, {})),
      removeItem: async (key) => later(await inner.removeItem?.(key, {})),
      getKeys: async () => inner.getKeys('', {}),
    }
  })(undefined)
}
