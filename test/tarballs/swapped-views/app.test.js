import assert from 'node:assert/strict'
import test from 'node:test'
import app from './app.js'

test('the application shows the same pages with every template engine', async () => {
  const response = await app.request('/notes/7')
  const html = (await response.text()).replace(/\s+(?=<)|(?<=>)\s+/g, '')
  assert.equal(response.status, 200, html)
  assert.equal(html, '<main><h1>&lt;Tea&gt;</h1><a href="/notes/7">7</a></main>')
  assert.equal((await app.request('/lost')).status, 500)
})
