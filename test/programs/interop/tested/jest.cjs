const { Application, json } = require('@app/core')

const app = new Application().pipe((request) => json({ path: request.path }))

test('a path', async () => {
  const answer = await app.request('/users/7')
  expect(await answer.json()).toEqual({ path: '/users/7' })
})
