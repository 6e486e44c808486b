import assert from 'node:assert/strict'
import { test } from 'node:test'
import app from './site.js'

test('strangers see no users', async () => {
  assert.equal((await app.request('/users/7')).status, 401)
})
