import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import app from '../app.js'

test('a user', async () => {
  const answer = await app.request('/users/7?q=1')
  deepEqual(await answer.json(), { id: '7', q: '1', basePath: '' })
})
