import { expect, test } from 'vitest'
import app from './program-9.ts'

test('program 9: middleware of the older signatures passes requests on, and answers failures', async () => {
  const response = await app.request('/broken')
  expect([response.status, response.headers.get('x-a'), await response.text()]).toEqual([500, '1', 'Sorry.'])
})
