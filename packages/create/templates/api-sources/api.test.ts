import { expect, test } from 'vitest'
import app from '../../app.ts' // if modular
import app from '../app.ts' // if not modular

test('/api/hello/{name} greets by name', async () => {
  const response = await app.request('/api/hello/Ada')
  expect(await response.json()).toEqual({ greeting: 'Hello, Ada!' })
})

test('a method that no route with the requested path has is refused, and the response names the allowed methods', async () => {
  const response = await app.request('/api/hello/Ada', { method: 'DELETE' })
  expect(response.status).toBe(405)
  expect(response.headers.get('allow')).toBe('GET')
})

test('an error below /api is answered with problem details', async () => {
  const response = await app.request('/api/nowhere')
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  expect(await response.json()).toEqual({ title: 'Not Found', status: 404 })
})

// if pages
test('an error below /api is answered with problem details also if a guard of the whole site refuses the request', async () => {
  const response = await app.request('/api/nowhere', { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } })
  expect([response.status, response.headers.get('content-type')]).toEqual([403, 'application/problem+json'])
})

// end
test('a request that does not fit the description of its endpoint is refused, with the reason', async () => {
  const response = await app.request(`/api/hello/${'a'.repeat(101)}`)
  expect(response.status).toBe(422)
  expect(await response.json()).toMatchObject({ errors: [{ in: 'params', path: ['name'] }] })
})

test('the API has an OpenAPI description, and a page that shows it', async () => {
  const description = await app.request('/api/openapi.json')
  expect(await description.json()).toMatchObject({
    paths: { '/api/hello/{name}': { get: { operationId: 'api.hello' } } },
  })
  const page = await app.request('/api/docs')
  expect(await page.text()).toContain('/api/openapi.json')
})
