import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../../test/programs/sampled.ts'
import { type Choose, randomRequest, randomRoutes } from '../conformance/random-routing.ts'
import { ReferenceRouter } from '../conformance.ts'
import { Route } from '../route.ts'
import { coversForm } from './covers-form.ts'
import { expandOptional } from './segment.ts'

const covers = (wide: string, narrow: string) => {
  const { segments, tokens } = new Route(wide, null)
  return coversForm(segments, new Route(narrow, null).segments, tokens)
}

test.each([
  ['/a', '/a'],
  ['/{x}', '/a'],
  ['/{x}', '/{y}'],
  ['/{x}/b', '/a/b'],
  ['/a/{x}', '/a/{y}'],
  ['/{x:\\d+}', '/12'],
  ['/{x:\\d+}', '/{y:\\d+}'],
  ['/{x}', '/{y:\\d+}'],
  ['/a{x}', '/ab'],
  ['/a{x}', '/ab{y}'],
  ['/{x}.b', '/{y}.a.b'],
  ['/a{x}.b', '/ac.b'],
  ['/a{x:\\d+}', '/a1'],
  ['/{x:\\d+}b', '/1b'],
  ['/{x}-{y}', '/a-b'],
  ['/{x}-{y}', '/{a}-{b}'],
  ['/{x}-{y}', '/{a:\\d+}-{b}'],
  ['/{x}-{y}.{z}', '/{a}-{b}.{c}'],
  ['/{x:é}', '/%C3%A9'],
  ['/{rest...}', '/a/b'],
  ['/{rest...}', '/{x}/b'],
  ['/{rest...}', '/{other...:.+}'],
  ['/a/{rest...}', '/a/b/{other...}'],
  ['/{rest...:.+}', '/{other...:.+}'],
  ['/a/{rest...:.+}', '/a/{other...:.+}'],
])('%s matches whatever %s matches', (wide, narrow) => {
  expect(covers(wide, narrow)).toBe(true)
})

test.each([
  ['/a', '/b'],
  ['/a', '/a/b'],
  ['/a/b', '/a'],
  ['/a', '/{x}'],
  ['/{x}', '/{rest...}'],
  ['/{x:\\d+}', '/a'],
  ['/{x:\\d+}', '/{y}'],
  ['/{x:\\d+}', '/{y:[ab]+}'],
  ['/a{x}', '/a'],
  ['/a{x}', '/{y}'],
  ['/ab{x}', '/a{y}'],
  ['/{x}.b', '/{y}.a'],
  ['/a{x}b', '/ab'],
  ['/a{x:\\d+}', '/b{y:\\d+}'],
  ['/{x:\\d+}a', '/{y:\\d+}b'],
  ['/{x}-{y}', '/ab'],
  ['/{x}-{y}', '/-b'],
  ['/{x}-{y}', '/{a}'],
  ['/{x}-{y}', '/{a}.{b}'],
  ['/a{x}-{y}', '/b{a}-{b}'],
  ['/{x}-{y}a', '/{a}-{b}b'],
  ['/{x}-{y}.{z}', '/{a}-.{b}'],
  ['/{x}-{y:\\d+}', '/a-b'],
  ['/{x:\\d+}-{y}', '/{a}-{b}'],
  ['/a/{rest...}', '/b/{other...}'],
  ['/{rest...:.+}', '/a'],
  ['/{rest...:.+}', '/{other...}'],
])('%s does not match all that %s matches', (wide, narrow) => {
  expect(covers(wide, narrow)).toBe(false)
})

test('a path that a random form matches is matched by each random form that is said to cover it', () => {
  const router = new ReferenceRouter({
    ...{ anyMethod: 'any', emptyList: [], precedence: 'registration', tokens: 'honored' },
  })
  const isMatched = (path: string, route: Route) => router.compile([new Route(route.path, null)])('GET', path).matched
  let compared = 0
  const check = (choose: Choose) => {
    const routes = randomRoutes(choose, true).filter(({ segments }) => expandOptional(segments).length === 1)
    for (const narrow of routes) {
      const [, path = ''] = randomRequest(choose, [narrow]).split(' ')
      if (!isMatched(path, narrow)) continue
      for (const wide of routes) {
        if (coversForm(wide.segments, narrow.segments, wide.tokens)) {
          if (wide !== narrow) compared++
          expect([path, wide.path, isMatched(path, wide)]).toEqual([path, wide.path, true])
        }
      }
    }
  }
  fc.assert(
    fc.property(fc.gen(), (draw) => check((count) => draw(fc.nat, { max: count - 1 }))),
    { numRuns: runs(2_000) },
  )
  // Otherwise the test would prove nothing.
  expect(compared).toBeGreaterThan(10)
})
