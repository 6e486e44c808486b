import { Route } from '@app/core'
import { compileRoutes, type RouterInterface, type RouterTraits } from '@app/router'
import { ReferenceRouter } from '@app/router/conformance'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { TrouterRouter } from '@app/router-trouter'
import { describe, expect, test } from 'vitest'
import { runs } from '../../../test/programs/sampled.ts'
import { outcomeOf } from '../../router/src/conformance/outcome.ts'
import { randomRequest, randomRoutes } from '../../router/src/conformance/random-routing.ts'
import { compareRouters } from './index.ts'

const ok = () => new Response('ok')

function route(row: string): Route {
  const [methods = '', path = ''] = row.split(' ')
  return new Route(path, ok, methods === 'any' ? null : methods.split('|'))
}

function differences(a: RouterInterface, b: RouterInterface, ...rows: readonly string[]): readonly string[] {
  return compareRouters(a, b, rows.map(route)).map(
    ({ request, answers }) => `${request ? `${request.method} ${request.path}: ` : ''}${answers.join(' / ')}`,
  )
}

const [findMyWay, trouter] = [new FindMyWayRouter(), new TrouterRouter()]

describe('compareRouters()', () => {
  test('compareRouters() reports a route that a wider route hides in only one of the two routers', () => {
    expect(differences(findMyWay, trouter, 'GET /{page}', 'GET /about')).toEqual([
      'GET /about: GET /about / GET /{page}, page=about',
    ])
    expect(differences(findMyWay, trouter, 'GET /about', 'GET /{page}', 'GET /{page}/{rest...}')).toEqual([])
  })

  test('compareRouters() reports a route for any method if one of the two routers allows fewer methods for it', () => {
    expect(differences(findMyWay, trouter, 'any /hook')).toEqual([
      'X-NO-ROUTE /hook: 405, Allow: DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT, TRACE / any method /hook',
    ])
  })

  test('compareRouters() reports a route that one of the two routers refuses', () => {
    const strict: RouterInterface = new ReferenceRouter({ ...trouter.traits, tokens: 'refused' })
    expect(differences(trouter, strict, 'GET /{id:\\d+}', 'GET /x')).toEqual([
      'takes it / Route GET /{id:\\d+}: tokens are refused.',
    ])
  })

  test('compareRouters() reports a path that a careless router treats like another path, which differs only in case or in a slash at the end', () => {
    const careless: RouterInterface = {
      traits: trouter.traits,
      compile: (routes) => {
        const match = trouter.compile(routes)
        return (method, path) => match(method, path.length > 1 ? path.replace(/\/$/, '').toLowerCase() : path)
      },
    }
    expect(differences(trouter, careless, 'GET /about')).toEqual(['GET /about/: 404 / GET /about'])
    const lower: RouterInterface = {
      traits: trouter.traits,
      compile: (routes) => (method, path) => trouter.compile(routes)(method, path.toLowerCase()),
    }
    expect(differences(trouter, lower, 'GET /{name}')).toEqual([
      'GET /ANY-1: GET /{name}, name=ANY-1 / GET /{name}, name=any-1',
    ])
  })
})

/** Makes a generator of random numbers from a seed: each is at least 0 and less than `below`. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const CASES = Number(process.env.PROOF_CASES ?? runs(100))
const FIRST = Number(process.env.PROOF_SEED ?? 1)

test(`in ${CASES} random tables of routes, each difference that compareRouters() reports is real, and no random request finds an unreported one`, () => {
  const seen = { same: 0, different: 0, found: 0 }
  for (let seed = FIRST; seed < FIRST + CASES; seed++) {
    const choose = numbersFrom(seed * 97)
    const routes = randomRoutes(choose, true)
    const one = <T>(list: readonly T[]): T => list[choose(list.length)] as T
    const traits = (): RouterTraits => ({
      anyMethod: one(['any', ['GET', 'POST'], ['GET']] as const),
      emptyList: one([
        ['HEAD', 'OPTIONS'],
        ['GET', 'HEAD', 'OPTIONS'],
      ]),
      precedence: one(['registration', 'specificity'] as const),
      tokens: 'honored',
    })
    const [a, b] = [new ReferenceRouter(traits()), new ReferenceRouter(traits())]
    const [matchA, matchB] = [compileRoutes(a, routes), compileRoutes(b, routes)]
    const found = compareRouters(a, b, routes)
    seen[found.length === 0 ? 'same' : 'different']++
    for (const { request } of found) {
      const { method, path } = request as { method: string; path: string }
      expect(outcomeOf(routes, matchA(method, path)), `seed ${seed}`).not.toBe(outcomeOf(routes, matchB(method, path)))
    }
    for (let i = 0; i < 100; i++) {
      const request = randomRequest(choose, routes)
      const [method, path] = request.split(' ') as [string, string]
      const [one, other] = [matchA(method, path), matchB(method, path)]
      const sorted = (methods: readonly string[] = []) => [...methods].sort().join()
      const isSame =
        !one.matched && !other.matched
          ? sorted(one.allowedMethods) === sorted(other.allowedMethods)
          : outcomeOf(routes, one) === outcomeOf(routes, other)
      if (isSame) continue
      seen.found++
      const note = `seed ${seed}, ${request}: ${outcomeOf(routes, one)} / ${outcomeOf(routes, other)}\n${routes.join('\n')}`
      const kinds = [one, other].map(({ matched, route, ...rest }) =>
        matched ? String(route) : 'allowedMethods' in rest && rest.allowedMethods.length > 0 ? '405' : '404',
      )
      const isSaid = found.some(({ answers }) => answers.every((answer, at) => answer.split(', ')[0] === kinds[at]))
      expect(isSaid, note).toBe(true)
    }
    const router = one([findMyWay, trouter])
    if (seed % 5 === 0)
      expect(compareRouters(router, new ReferenceRouter(router.traits), routes), `seed ${seed}`).toEqual([])
  }
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(CASES / 20)
}, 600_000)
