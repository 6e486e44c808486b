import { expect, test } from 'vitest'
import { nearest, nearestNames } from './index.ts'

test('the names that a misspelt name probably means are found, the most similar first', () => {
  const names = ['middleware', 'priority', 'path', 'host', 'error', 'routes', 'Logger', 'mailer', 'mailers']
  expect(nearestNames('midleware', names)).toEqual(['middleware'])
  expect(nearestNames('prioirty', names)).toEqual(['priority'])
  expect(nearestNames('logger', names)).toEqual(['Logger'])
  expect(nearestNames('mailr', names)).toEqual(['mailer', 'mailers'])
  expect(nearestNames('ruotes', names)).toEqual(['routes'])
  expect(nearestNames('completely-different', names)).toEqual([])
  expect(nearestNames('', names)).toEqual([])
  expect([nearestNames('policy', ['policies']), nearestNames('rateLimits', ['rate_limit'])]).toEqual([
    ['policies'],
    ['rate_limit'],
  ])
  expect([nearest('mailr', names), nearest('x', names)]).toEqual(['mailer', undefined])
})
