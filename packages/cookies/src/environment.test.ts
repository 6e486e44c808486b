import { afterEach, expect, test, vi } from 'vitest'
import { isDevelopment } from './environment.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

test.each(['production', 'staging', '', undefined])('with the NODE_ENV %o, it is not development', (name) => {
  vi.stubEnv('NODE_ENV', name)
  expect(isDevelopment()).toBe(false)
})

test('APP_ENV takes precedence over NODE_ENV', () => {
  vi.stubEnv('NODE_ENV', 'development')
  expect(isDevelopment()).toBe(true)
  vi.stubEnv('APP_ENV', 'production')
  expect(isDevelopment()).toBe(false)
})
