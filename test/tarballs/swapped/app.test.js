import assert from 'node:assert/strict'
import test from 'node:test'
import app from './app.js'

const answer = async (path, init) => {
  const response = await app.request(path, init)
  return [response.status, await response.text(), response.headers.get('allow')]
}

test('the application gives the same answers with every router', async () => {
  assert.deepEqual(await answer('/'), [200, 'Hello, world!', null])
  assert.deepEqual(await answer('/users/7'), [200, '{"id":"7"}', null])
  assert.deepEqual(await answer('/users/x'), [404, 'Not Found', null])
  assert.deepEqual(await answer('/users', { method: 'POST', body: 'Ada' }), [201, 'Ada', null])
  assert.deepEqual(await answer('/users', { method: 'DELETE' }), [405, 'Method Not Allowed', 'POST'])
  assert.deepEqual(await answer('/files/a/b%20c'), [200, 'a/b c', null])
  assert.deepEqual(await answer('/FILES/a'), [404, 'Not Found', null])
  assert.deepEqual(await answer('/users/7/'), [404, 'Not Found', null])
  assert.equal(app.url('user.show', { id: 7 }), '/users/7')
})
