import { expect, test } from 'vitest'
import { found, missing, path, refused, url } from './usage.ts'

test('usage.ts gives the results that its comments state', () => {
  expect(found).toMatchObject({ matched: true, route: { name: 'user.show' }, params: { id: '7' } })
  expect(refused).toEqual({ matched: false, allowedMethods: ['GET'] })
  expect(missing).toEqual({ matched: false, allowedMethods: [] })
  expect(url).toBe('/users/7?tab=posts')
  expect(path).toBe('/users/7')
})
