import {
  apiKeyAuthenticator,
  authentication,
  createApiKey,
  logIn,
  logOut,
  sessionAuthenticator,
} from '@app/authentication'
import { authorization, REQUIRES } from '@app/authorization'
import { Application, empty, type Middleware } from '@app/core'
import { type EventStreamOptions, eventStream } from '@app/event-stream'
import { createHub } from '@app/event-stream/hub'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { type SessionStore, session } from '@app/session'
import { createVisitor } from '@app/testing'
import { expect, onTestFinished, test } from 'vitest'

function memoryStore(): SessionStore & { readonly kept: Map<string, unknown>; writes: number } {
  const kept = new Map<string, unknown>()
  return {
    kept,
    writes: 0,
    getItem: async (key) => kept.get(key),
    async setItem(key, value) {
      this.writes++
      kept.set(key, value)
    },
    removeItem: async (key) => void kept.delete(key),
  }
}

const prefix = 'acme'

/** A program with a stream, whose visitors log in by a session or by an API key. */
async function program({ store = memoryStore() as SessionStore | undefined, isGuarded = true, heartbeat = 15 } = {}) {
  const hub = createHub()
  onTestFinished(() => hub[Symbol.dispose]())
  const { key, digest } = await createApiKey({ prefix })
  const keys = new Map([[digest, { id: 'robot' }]])
  const account = { id: '1', version: 1, roles: ['member'] }
  const errors: unknown[] = []
  const sessions = session({ store, secret: 'a secret that nobody else can guess' })
  const users = authentication({
    authenticators: [
      apiKeyAuthenticator({ prefix, find: (given) => keys.get(given) }),
      sessionAuthenticator({
        identify: ({ version }: { id: string; version?: number }) =>
          version === account.version ? { ...account } : undefined,
      }),
    ],
  })
  const rights = authorization({ roles: { member: [] } })
  const guards: Middleware[] = [sessions, users]
  const options: EventStreamOptions = { heartbeat, ...(isGuarded && { guards }) }
  const app = new Application({ router: new FindMyWayRouter(), onError: (error) => errors.push(error) })
  for (const guard of [...guards, rights]) app.pipe(guard)
  const enter = (request: Parameters<typeof logIn>[0]) => {
    logIn(request, { ...account })
    return empty()
  }
  app.post('/in', enter).set(REQUIRES, 'public')
  const leave = (request: Parameters<typeof logOut>[0]) => {
    logOut(request)
    return empty()
  }
  app.post('/out', leave).set(REQUIRES, 'public')
  const news = eventStream((_request, context) => hub.events('a', context), options)
  app.get('/news', news).set(REQUIRES, 'authenticated')
  app.get('/members', news).set(REQUIRES, { roles: ['member'] })
  const visitor = createVisitor(app)
  await visitor.post('/in', {})
  return { hub, app, visitor, account, keys, key, errors, sessions: store as ReturnType<typeof memoryStore> }
}

/** Reads a stream: `next()` returns its next event, without comments, and `undefined` at its end. */
async function reading(response: Response) {
  expect(response.status).toBe(200)
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  onTestFinished(() => reader.cancel())
  const decoder = new TextDecoder()
  await reader.read()
  const next = async (): Promise<string | undefined> => {
    const { value } = await reader.read()
    const text = decoder.decode(value)
    return text.startsWith(':') ? next() : /data: (.*)/.exec(text)?.[1]
  }
  return { next }
}

/** Waits until the stream has asked its generator, which then listens to the hub. */
async function publish(hub: Awaited<ReturnType<typeof program>>['hub'], data: string) {
  await new Promise((resolve) => setTimeout(resolve, 20))
  await hub.publish('a', { data })
}

const endings: Record<string, (a: Awaited<ReturnType<typeof program>>) => unknown> = {
  'the visitor logs out': ({ visitor }) => visitor.post('/out', {}),
  'the visitor logs out everywhere': ({ account }) => account.version++,
  'another visitor takes over the account': ({ account }) => {
    account.id = '2'
  },
  'the store of sessions fails': ({ sessions }) => {
    sessions.getItem = () => Promise.reject(new Error('down'))
  },
}

test.each(Object.entries(endings))('a stream with guards ends before its next event when %s', async (_when, end) => {
  const given = await program()
  const stream = await reading(await given.visitor.open('/news'))
  const first = stream.next()
  await publish(given.hub, 'tea')
  expect(await first).toBe('tea')
  const next = stream.next()
  await end(given)
  await publish(given.hub, 'secret')
  expect(await next).toBe(undefined)
})

test('a stream with guards ends when the visitor loses the role that its route requires', async () => {
  const { hub, visitor, account } = await program()
  const next = (await reading(await visitor.open('/members'))).next()
  account.roles = []
  await publish(hub, 'secret')
  expect(await next).toBe(undefined)
})

test('a stream with guards ends when its API key is revoked, and a key that is not revoked keeps it open', async () => {
  const { hub, app, keys, key } = await program()
  const stream = await reading(await app.request('/news', { headers: { authorization: `Bearer ${key}` } }))
  const first = stream.next()
  await publish(hub, 'tea')
  expect(await first).toBe('tea')
  keys.clear()
  const next = stream.next()
  await publish(hub, 'secret')
  expect(await next).toBe(undefined)
})

test('a stream without news ends at the first heartbeat after the log-out', async () => {
  const { visitor } = await program({ heartbeat: 0.02 })
  const next = (await reading(await visitor.open('/news'))).next()
  await new Promise((resolve) => setTimeout(resolve, 60))
  await visitor.post('/out', {})
  expect(await next).toBe(undefined)
})

test('the guards of a stream renew no session, and report no visitor who has left', async () => {
  const { visitor, sessions, hub, errors } = await program()
  const next = (await reading(await visitor.open('/news'))).next()
  const { writes } = sessions
  await publish(hub, 'tea')
  expect([await next, sessions.writes - writes]).toEqual(['tea', 0])
  await visitor.post('/out', {})
  await publish(hub, 'secret')
  expect(errors).toEqual([])
})

test('without a store, a log-out everywhere ends a stream with guards', async () => {
  const { hub, visitor, account } = await program({ store: undefined })
  const next = (await reading(await visitor.open('/news'))).next()
  account.version++
  await publish(hub, 'secret')
  expect(await next).toBe(undefined)
})

test('without guards, a stream outlives the log-out, as its README says', async () => {
  const { hub, visitor } = await program({ isGuarded: false })
  const next = (await reading(await visitor.open('/news'))).next()
  await visitor.post('/out', {})
  await publish(hub, 'secret')
  expect(await next).toBe('secret')
})

test('a guard that is not a function is refused', () => {
  const guards = ['acme/guard'] as unknown as Middleware[]
  expect(() => eventStream(async function* () {}, { guards })).toThrow('eventStream(): "guards" must be')
})
