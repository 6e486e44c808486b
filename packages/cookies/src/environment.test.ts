import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

let loads = 0

/** Loads a new copy of environment.ts, as a new process does, with this `NODE_ENV`, and collects its warnings. */
async function load(name: string | undefined) {
  vi.stubEnv('NODE_ENV', name)
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  loads++
  const loaded = (await import(`./environment.ts?${loads}`)) as typeof import('./environment.ts')
  return { ...loaded, warned: () => warn.mock.calls.map(([line]) => String(line)) }
}

test('in development, passingSecret() returns one random secret for each process, and a warning says what to set', async () => {
  const { passingSecret, warned } = await load('development')
  const secret = passingSecret()
  expect(secret?.length).toBeGreaterThanOrEqual(32)
  expect(passingSecret()).toBe(secret)
  expect(warned()).toEqual([expect.stringContaining('Put APP_SECRET into .env')])
  expect(warned()[0]).not.toContain(secret)
  expect((await load('development')).passingSecret()).not.toBe(secret)
})

test('in tests, passingSecret() returns a secret, and prints no warning', async () => {
  const { passingSecret, warned } = await load('test')
  expect(passingSecret()?.length).toBeGreaterThanOrEqual(32)
  expect(warned()).toEqual([])
})

test('under node --test, which sets no NODE_ENV, passingSecret() returns a secret, unless NODE_ENV says production', async () => {
  vi.stubEnv('NODE_TEST_CONTEXT', 'child-v8')
  const { passingSecret, warned } = await load(undefined)
  expect(passingSecret()?.length).toBeGreaterThanOrEqual(32)
  expect(warned()).toEqual([])
  expect((await load('production')).passingSecret()).toBeUndefined()
})

test.each(['production', 'staging', '', undefined])(
  'if NODE_ENV is %o, passingSecret() returns undefined',
  async (name) => {
    const { passingSecret, isDevelopment } = await load(name)
    expect([passingSecret(), isDevelopment()]).toEqual([undefined, false])
  },
)

test('APP_ENV takes precedence over NODE_ENV', async () => {
  const { isDevelopment } = await load('development')
  expect(isDevelopment()).toBe(true)
  vi.stubEnv('APP_ENV', 'production')
  expect(isDevelopment()).toBe(false)
})
