import { expect, test } from 'vitest'
import app from './app.ts'

test('/ greets', async () => {
  const response = await app.request('/')
  expect(response.status).toBe(200)
  expect(await response.text()).toBe('Hello, world!')
})

test('/hello/{name} greets by name', async () => {
  const response = await app.request('/hello/Ada')
  expect(await response.text()).toBe('Hello, Ada!')
})

test('/ping tells the time, in seconds', async () => {
  const response = await app.request('/ping')
  const { ack } = (await response.json()) as { ack: number }
  expect(Math.abs(ack - Date.now() / 1000)).toBeLessThan(5)
})

test('a method that no route has is refused, with those that are allowed', async () => {
  const response = await app.request('/ping', { method: 'DELETE' })
  expect(response.status).toBe(405)
  expect(response.headers.get('allow')).toBe('GET')
})

test('a path that no route has is not found', async () => {
  const response = await app.request('/nope')
  expect(response.status).toBe(404)
})

test('files of public/ are served', async () => {
  const response = await app.request('/robots.txt')
  expect(await response.text()).toContain('User-agent: *')
})

test('every service that is named can be made', async () => {
  await app.check()
})
