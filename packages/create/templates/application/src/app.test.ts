import { expect, test } from 'vitest'
import app from './app.ts'

test('the application answers health probes', async () => {
  expect((await app.request('/health/live')).status).toBe(200)
  expect((await app.request('/health/ready')).status).toBe(200)
})

test('every response has a request id and security headers', async () => {
  const { headers } = await app.request('/')
  expect(headers.get('x-request-id')).toMatch(/^[\w-]{36}$/)
  expect(headers.get('content-security-policy')).toContain("default-src 'self'")
})

test('all services and middleware that the application names can be made', async () => {
  await app.check()
})
