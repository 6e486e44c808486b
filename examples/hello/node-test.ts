import assert from 'node:assert/strict'
import { test } from 'node:test'
import app from './app.ts'

test('the first page greets', async () => {
  const response = await app.request('/')
  assert.equal(await response.text(), 'Hello, world!')
})
