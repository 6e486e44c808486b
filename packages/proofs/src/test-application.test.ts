import { defineConfig, resolveConfig } from '@app/config'
import { Application, attributeKey, type Config, configProvider as core, type Middleware, text } from '@app/core'
import { testApplication } from '@app/proofs/testing'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { expect, test } from 'vitest'
import { runs } from '../../../test/programs/sampled.ts'

const USER = attributeKey<string, 'user'>('user')

const shop: Config = {
  dependencies: {
    services: { '@app/router/RouterInterface': new FindMyWayRouter(), greeting: 'Hello' },
    factories: {
      mail: () => expect.fail('nobody sends mail in a test'),
      'acme/guard': (): Middleware => () => text('Log in', { status: 401 }),
      'acme/account': (container): Middleware => {
        const [greeting, mail] = [container.get<string>('greeting'), container.get<{ to: string }>('mail')]
        return (request) => text(`${greeting}, ${request.attribute(USER)} <${mail.to}>`)
      },
    },
  },
  middleware_pipeline: {
    guard: { middleware: 'acme/guard', path: '/account', priority: 1_000 },
    routing: { middleware: Application.ROUTING_MIDDLEWARE },
    dispatch: Application.DISPATCH_MIDDLEWARE,
  },
  routes: { account: { path: '/account', middleware: 'acme/account' } },
}
const definition = defineConfig([core, shop])

function as(user: string): Middleware {
  return (request, handler) => handler(request.withAttribute(USER, user))
}

test('testApplication() replaces services by their names, and middleware by the key of its entry, which keeps path and priority', async () => {
  const { app } = await testApplication(definition, {
    pipeline: { guard: as('Ada') },
    services: { mail: { to: 'ada@site.example' } },
  })
  expect(await (await app.request('/account')).text()).toBe('Hello, Ada <ada@site.example>')
  expect(app.describe().items[0]).toMatchObject({ path: '/account', entry: { priority: 1_000 } })
  const { app: real } = await testApplication(definition)
  expect((await real.request('/account')).status).toBe(401)
})

test('testApplication() also takes a loaded configuration, and does not change it', async () => {
  const config = await resolveConfig(definition)
  const { app } = await testApplication(config, { pipeline: { guard: as('Ada') }, services: { mail: { to: 'ada' } } })
  expect((await app.request('/account')).status).toBe(200)
  expect((await (await testApplication(config)).app.request('/account')).status).toBe(401)
})

test('await using disposes of the container of testApplication() at the end of its block', async () => {
  let isClosed = false
  const closing = {
    [Symbol.asyncDispose]: async () => {
      isClosed = true
    },
  }
  const closes = defineConfig([core, shop, { dependencies: { factories: { closing: () => closing } } }])
  {
    await using made = await testApplication(closes)
    expect(made.container.get('closing')).toBe(closing)
  }
  expect(isClosed).toBe(true)
})

test.each<[string, object, string]>([
  [
    'a misspelt key of an entry, and suggests the right key',
    { pipeline: { gaurd: as('Ada') } },
    'no entry of middleware_pipeline is "gaurd". Did you mean "guard"?',
  ],
  [
    'a key that is similar to none of the entries, and lists their keys',
    { pipeline: { x: as('Ada') } },
    'no entry of middleware_pipeline is "x". There are guard, routing, dispatch.',
  ],
  [
    'to replace the routing step',
    { pipeline: { routing: as('Ada') } },
    '"routing" is routing or dispatch, which nothing replaces.',
  ],
  [
    'to replace the dispatch step, which is an entry without options',
    { pipeline: { dispatch: as('Ada') } },
    '"dispatch" is routing or dispatch, which nothing replaces.',
  ],
  ['a misspelt name of a service', { services: { mial: {} } }, 'no service is "mial". Did you mean "mail"?'],
  ['a misspelt option', { service: {} }, 'unknown option "service". Did you mean "services"?'],
])('testApplication() refuses %s', async (_what, overrides, message) => {
  await expect(testApplication(definition, overrides)).rejects.toThrow(`testApplication(): ${message}`)
})

/** Makes a generator of random numbers from a seed: each is at least 0 and less than `below`. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const CASES = Number(process.env.PROOF_CASES ?? runs(200))
const FIRST = Number(process.env.PROOF_SEED ?? 1)

test(`in ${CASES} random pipelines, testApplication() replaces only the overridden middleware, and keeps the order`, async () => {
  for (let seed = FIRST; seed < FIRST + CASES; seed++) {
    const pick = numbersFrom(seed * 17)
    const ran: string[] = []
    const noting =
      (name: string): Middleware =>
      (request, handler) => {
        ran.push(name)
        return handler(request)
      }
    const keys = Array.from({ length: 1 + pick(8) }, (_, at) => `entry-${at}`)
    const services = keys.filter(() => pick(2) === 0)
    const config: Config = {
      dependencies: { factories: Object.fromEntries(services.map((key) => [key, () => noting(key)])) },
      middleware_pipeline: Object.fromEntries(
        keys.map((key) => {
          const path = pick(4) === 0 ? { path: '/other' } : {}
          return [key, { middleware: services.includes(key) ? key : noting(key), priority: pick(3), ...path }]
        }),
      ),
    }
    const run = async (overrides: object): Promise<readonly string[]> => {
      const { app } = await testApplication(defineConfig([core, config]), overrides)
      ran.length = 0
      await app.request('/')
      return [...ran]
    }
    const piped = keys.filter(() => pick(3) === 0)
    const replaced = services.filter((key) => !piped.includes(key) && pick(2) === 0)
    const expected = (await run({})).map((key) => ([...piped, ...replaced].includes(key) ? `other ${key}` : key))
    const other = (names: readonly string[]) => Object.fromEntries(names.map((key) => [key, noting(`other ${key}`)]))
    expect(await run({ pipeline: other(piped), services: other(replaced) }), `seed ${seed}`).toEqual(expected)
  }
}, 600_000)
