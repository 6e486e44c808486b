import { afterEach, expect, test, vi } from 'vitest'
import { passingSecret } from '../extending.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

let variables = 0

/** Asks twice for the secret of a new variable, and collects the warnings. */
function ask(environment: Readonly<Record<string, string | undefined>>) {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const variable = `ACME_KEY_${++variables}`
  const secrets = [passingSecret(variable), passingSecret(variable)]
  return { variable, secrets, warned: warn.mock.calls.map(([line]) => String(line)) }
}

test('in development, passingSecret() returns one random secret for each variable, and warns once', () => {
  const { variable, secrets, warned } = ask({ NODE_ENV: 'development' })
  const [secret] = secrets
  expect(secrets).toEqual([expect.stringMatching(/^[\da-f]{64}$/), secret])
  expect(warned).toEqual([expect.stringContaining(`Put ${variable} into .env`)])
  expect(warned[0]).not.toContain(secret)
  expect(ask({}).secrets[0]).not.toBe(secret)
})

test('in tests, passingSecret() returns a secret, and prints no warning', () => {
  const { secrets, warned } = ask({ NODE_ENV: 'test' })
  expect([secrets[0]?.length, warned]).toEqual([64, []])
})

test('under node --test, which sets no NODE_ENV, passingSecret() returns a secret', () => {
  const { secrets, warned } = ask({ NODE_ENV: undefined, NODE_TEST_CONTEXT: 'child-v8' })
  expect([secrets[0]?.length, warned]).toEqual([64, []])
})

test.each([
  { NODE_ENV: 'production', NODE_TEST_CONTEXT: 'child-v8' },
  { NODE_ENV: 'production' },
  { NODE_ENV: 'staging' },
  { NODE_ENV: '' },
  { NODE_ENV: undefined },
  { NODE_ENV: 'test', APP_ENV: 'production' },
])('with %o, passingSecret() returns undefined', (environment) => {
  expect(ask(environment).secrets).toEqual([undefined, undefined])
})
