import { expect, test } from 'vitest'
import app, { show } from './program-1.ts'

test('program 1: an application of core and one router answers, and makes URLs of its routes', async () => {
  expect(await (await app.request('/')).text()).toBe('Hello, world!')
  expect(await (await app.request('/users/7')).json()).toEqual({ id: '7' })
  expect(app.url('user.show', { id: '7' })).toBe('/users/7')
  expect(app.url(show, { id: 7 })).toBe('/users/7')
})
