import { expect, test } from 'vitest'
import app from './program-1.ts'
import { tried } from './program-10.ts'

test('program 10: an application is called without a socket, checked, and turned into a listener of node', async () => {
  const [response, handler] = await tried(app)
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET'])
  expect(handler).toBeTypeOf('function')
})
