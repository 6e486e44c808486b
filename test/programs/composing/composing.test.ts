import { describe, expect, test } from 'vitest'
import { serve } from '../beside-express.ts'
import site from './site.ts'
import twoApplications from './two-applications.ts'

describe('a site of several applications', () => {
  test('an application that is mounted at two prefixes makes URLs with the prefix of the request', async () => {
    expect(await (await site.request('/de/items/7')).json()).toEqual({ id: '7', self: '/de/items/7' })
    expect(await (await site.request('/fr/items/7')).json()).toEqual({ id: '7', self: '/fr/items/7' })
  })

  test('middleware of a pipeline runs only for the applications in that pipeline', async () => {
    const headers = { authorization: 'Ada' }
    expect((await site.request('/office/reports/2024')).status).toBe(401)
    expect(await (await site.request('/office/reports/2024', { headers })).text()).toBe('The report of 2024')
    expect((await site.request('/de/items/7')).status).toBe(200)
  })

  test('one of the applications answers only requests for its own host', async () => {
    expect(await (await site.fetch(new Request('http://api.example.org/'))).json()).toEqual({ version: 1 })
    expect((await site.fetch(new Request('http://www.example.org/'))).status).toBe(404)
  })

  test('an inner application itself answers 405 for its own paths', async () => {
    const response = await site.request('/de/items/7', { method: 'DELETE' })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET'])
  })
})

test('two applications in one container each have their own configuration and router', async () => {
  expect(await (await twoApplications.request('/')).text()).toBe('The shop')
  expect(await (await twoApplications.request('/admin')).text()).toBe('The office')
  await twoApplications.check()
})

describe('our application inside another framework', () => {
  const post = { method: 'POST', body: '{"a":1}', headers: { 'content-type': 'application/json' } }

  test('Express gets the requests that our application does not answer, and the errors of our application', async () => {
    const { url, stop } = await serve(import.meta.dirname, 'in-express.js')
    const ask = async (path: string, init?: RequestInit) => (await fetch(url + path, init)).text()
    try {
      expect(await ask('/new')).toBe('Ours, at /new')
      expect(await ask('/new/echo', post)).toBe('{"a":1}')
      expect(await ask('/old/echo', post)).toBe('{"a":1}')
      expect(await ask('/new/none')).toBe('Express has no /new/none')
      expect(await ask('/new/fail')).toBe('Express heard: out of paper')
    } finally {
      await stop()
    }
  })

  test('Fastify leaves bodies under the prefix to our application, and reads other bodies itself', async () => {
    const { url, stop } = await serve(import.meta.dirname, 'in-fastify.js')
    const ask = async (path: string, init?: RequestInit) => (await fetch(url + path, init)).text()
    try {
      expect(await ask('/new')).toBe('Ours, at /new')
      expect(await ask('/new/echo', post)).toBe('{"a":1}')
      expect(await ask('/new/none')).toBe('Not Found')
      expect(await ask('/old/echo', post)).toBe('{"a":1}')
    } finally {
      await stop()
    }
  })
})
