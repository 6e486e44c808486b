import { expect, test } from 'vitest'
import { between, guarded } from './program-3.ts'

test('program 3: middleware sets headers on the way out, guards a prefix and passes attributes on', async () => {
  const refused = await guarded.request('/admin/me')
  expect([refused.status, refused.headers.get('x-served-by')]).toEqual([401, 'us'])
  const answered = await guarded.request('/admin/me', { headers: { authorization: 'Ada' } })
  expect(await answered.json()).toEqual({ name: 'Ada' })
})

test('program 3: middleware between routing and dispatch refuses a request by its routing result', async () => {
  expect((await between.request('/metrics')).status).toBe(403)
  expect(await (await between.request('/')).text()).toBe('public')
})
