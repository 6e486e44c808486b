import { expect, test } from 'vitest'
import app from './app.ts'

test('probes are answered', async () => {
  expect((await app.request('/health/live')).status).toBe(200)
  expect((await app.request('/health/ready')).status).toBe(200)
})

test('every answer has an id, and the headers that browsers enforce', async () => {
  const { headers } = await app.request('/')
  expect(headers.get('x-request-id')).toMatch(/^[\w-]{36}$/)
  expect(headers.get('content-security-policy')).toContain("default-src 'self'")
})

test('everything that is named can be made', async () => {
  await app.check()
})
