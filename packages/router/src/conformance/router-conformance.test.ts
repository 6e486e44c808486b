import { describe, expect, it, test } from 'vitest'
import { ReferenceRouter, routerConformance } from '../conformance.ts'
import { placeholdersOf } from '../path/segment.ts'
import type { Route } from '../route.ts'
import { RouteError } from '../route-error.ts'
import {
  type Matcher,
  matched,
  notFound,
  type RouteResult,
  type RouterInterface,
  type RouterTraits,
} from '../router-interface.ts'

const EIGHT = ['HEAD', 'OPTIONS', 'GET', 'POST', 'PATCH', 'PUT', 'TRACE', 'DELETE']
const FIRST: RouterTraits = {
  anyMethod: 'any',
  emptyList: ['HEAD', 'OPTIONS'],
  precedence: 'registration',
  tokens: 'honored',
}
const SPECIFIC: RouterTraits = {
  anyMethod: EIGHT,
  emptyList: ['HEAD', 'OPTIONS', 'GET'],
  precedence: 'specificity',
  tokens: 'honored',
}
const PLAIN: RouterTraits = { ...FIRST, emptyList: [], tokens: 'refused' }

describe('a router where the first registered route wins', () => {
  for (const { name, check } of routerConformance(new ReferenceRouter(FIRST))) test(name, check)
})

describe('a router where the more specific route wins', () => {
  for (const { name, check } of routerConformance(new ReferenceRouter(SPECIFIC))) test(name, check)
})

describe('a router that refuses tokens', () => {
  for (const { name, check } of routerConformance(new ReferenceRouter(PLAIN))) test(name, check)
})

it('has more than 140 cases, each with a name of its own', () => {
  for (const traits of [FIRST, SPECIFIC, PLAIN]) {
    const names = routerConformance(new ReferenceRouter(traits)).map(({ name }) => name)

    expect(names.length).toBeGreaterThan(traits.tokens === 'refused' ? 130 : 140)
    expect(new Set(names).size).toBe(names.length)
  }
})

it('names in a failure the request, its result and the routes', () => {
  const headIsGet = changed((matcher) => (method, path) => matcher(method === 'HEAD' ? 'GET' : method, path))
  const failing = routerConformance(headIsGet).find(({ name }) =>
    name.startsWith('4.1: a route with a list matches no'),
  )

  expect(() => failing?.check()).toThrow(
    [
      'HEAD /a',
      '  expected: only GET allowed',
      '  got:      route 1, GET /a, with no params',
      '  routes:',
      '    1. GET /a',
      '    2. GET /b/{id}',
    ].join('\n'),
  )
})

describe('a router fails that', () => {
  test('ignores the case of letters', () => {
    const router = disguised(({ segments }) => ({
      segments: segments.map((segment) =>
        segment.kind === 'static' ? { ...segment, text: segment.text.toLowerCase() } : segment,
      ),
    }))
    const lower = changed((matcher) => (method, path) => matcher(method, path.toLowerCase()), router)

    expect(failures(lower)).toContain('a static route minds the case of letters')
  })

  test('ignores a trailing slash', () => {
    const router = changed((matcher) => (method, path) => matcher(method, path.replace(/(.)\/$/, '$1')))

    expect(failures(router)).toContain('a trailing slash makes another path')
    expect(failures(router)).toContain('a path with a placeholder minds a trailing slash')
  })

  test('merges slashes', () => {
    const router = changed((matcher) => (method, path) => matcher(method, path.replace(/\/+/g, '/')))

    expect(failures(router)).toContain('duplicate slashes make another path')
    expect(failures(router)).toContain('a catch-all keeps trailing and duplicate slashes')
  })

  test('matches an empty segment with a placeholder', () => {
    const router = changed((matcher) => (method, path) => {
      const result = matcher(method, path.replaceAll('//', '/\x02/').replace(/\/$/, '/\x02'))
      return mapParams(result, (value) => value.replace('\x02', ''))
    })

    expect(failures(router)).toContain('a placeholder never matches an empty segment')
  })

  test('throws for values that it cannot decode', () => {
    const router = changed((matcher) => (method, path) => matcher(method, path && `/${decodeURI(path.slice(1))}`))

    expect(failures(router)).toContain('a path with malformed percent-encoding is not found')
    expect(failures(router)).toContain('a matcher never throws, whatever the path and the method')
  })

  test('decodes the path before it matches', () => {
    const decode = (path: string): string => path.replace(/%(2B|3A)/g, decodeURIComponent)
    const router = changed((matcher) => (method, path) => matcher(method, decode(path)))

    expect(failures(router)).toContain('an encoded delimiter is not the delimiter')
  })

  test('decodes params twice', () => {
    const twice = (value: string): string => {
      try {
        return decodeURIComponent(value)
      } catch {
        return value
      }
    }
    const router = changed((matcher) => (method, path) => mapParams(matcher(method, path), twice))

    expect(failures(router)).toContain('a param is decoded once')
  })

  test('does not decode params', () => {
    const router = changed((matcher) => (method, path) => mapParams(matcher(method, path), encodeURIComponent))

    expect(failures(router)).toContain('a param is percent-decoded')
  })

  test('gives back params that inherit from Object.prototype', () => {
    const router = changed((matcher) => (method, path) => {
      const result = matcher(method, path)
      return result.matched ? { ...result, params: { ...result.params } } : result
    })

    expect(failures(router)).toEqual(['params inherit nothing'])
  })

  test('gives back undefined for params that were left out', () => {
    const router = changed((matcher) => (method, path) => {
      const result = matcher(method, path)
      if (!result.matched) return result
      const names = placeholdersOf(result.route.segments).map(({ name }) => name)
      const params = Object.fromEntries(names.map((name) => [name, undefined]))
      return matched(result.route, Object.assign(Object.create(null), params, result.params))
    })

    expect(failures(router)).toContain('a param that was left out is not there, not even as undefined')
  })

  test('gives back one params object for all requests', () => {
    const params = Object.create(null)
    const router = changed((matcher) => (method, path) => {
      const result = matcher(method, path)
      if (!result.matched) return result
      for (const name of Object.keys(params)) delete params[name]
      return matched(result.route, Object.assign(params, result.params))
    })

    expect(failures(router)).toEqual(['params of one request stay when the next one is matched'])
  })

  test('gives back a result that it remembers', () => {
    const router = changed((matcher) => {
      const known = new Map<string, RouteResult>()
      return (method, path) => {
        const result = known.get(`${method} ${path}`) ?? matcher(method, path)
        known.set(`${method} ${path}`, result)
        return result
      }
    })

    expect(failures(router)).toEqual(['what somebody writes into a result does not show in the next one'])
  })

  test('gives back nothing if no route matches', () => {
    const router = changed((matcher) => (method, path) => {
      const result = matcher(method, path)
      return result.matched || result.allowedMethods.length ? result : (undefined as never)
    })

    expect(failures(router)).toContain('no routes match nothing')
  })

  test('answers HEAD with the routes of GET', () => {
    const router = changed((matcher) => (method, path) => {
      const result = matcher(method, path)
      return result.matched || method !== 'HEAD' ? result : matcher('GET', path)
    })

    expect(failures(router)).toEqual(['4.1: a route with a list matches no other method, HEAD and OPTIONS included'])
  })

  test('throws for unknown methods', () => {
    const router = changed(
      (matcher) => (method, path) => {
        if (!EIGHT.includes(method)) throw new Error('Unknown method')
        return matcher(method, path)
      },
      new ReferenceRouter(SPECIFIC),
    )

    expect(failures(router)).toContain(
      'a method that nobody knows is not allowed where the path is known, and not found elsewhere',
    )
  })

  test('keeps its routes in an object with a prototype', () => {
    const router = changed((matcher) => (method, path) => {
      const inherited: unknown = Reflect.get({}, method)
      return inherited === undefined ? matcher(method, path) : (inherited as RouteResult)
    })

    expect(failures(router)).toContain('a method named like a property of every object is a method that nobody knows')
  })

  test('allows the methods of one route only', () => {
    const router = changed((matcher, routes) => (method, path) => {
      const result = matcher(method, path)
      if (result.matched || result.allowedMethods.length === 0) return result
      const first = routes.find((route) => route.methods?.includes(result.allowedMethods[0] as string))
      return { matched: false, allowedMethods: first?.methods ?? result.allowedMethods }
    })

    expect(failures(router)).toContain('allowed methods are those of all routes that have the path, each once')
  })

  test('sorts the methods that are allowed', () => {
    const router = changed((matcher) => (method, path) => {
      const result = matcher(method, path)
      return result.matched ? result : { matched: false, allowedMethods: result.allowedMethods.toSorted() }
    })

    expect(failures(router)).toContain('allowed methods stand in the order of registration')
    expect(failures(router)).toContain('allowed methods stand in the order of the list of a route')
  })

  test('keeps routes that it compiled before', () => {
    const known: Route[] = []
    const inner = new ReferenceRouter(FIRST)
    const router: RouterInterface = {
      traits: FIRST,
      compile: (routes) => {
        for (const route of routes) if (!known.includes(route)) known.push(route)
        return inner.compile(known)
      },
    }

    expect(failures(router)).toContain('compiling a part of the routes forgets the others')
  })

  test('reads the list of routes again at every request', () => {
    const inner = new ReferenceRouter(FIRST)
    const router: RouterInterface = {
      traits: FIRST,
      compile: (routes) => (method, path) => inner.compile(routes)(method, path),
    }

    expect(failures(router)).toEqual(['a matcher does not look at the list again'])
  })

  test('empties the list of routes', () => {
    const inner = new ReferenceRouter(FIRST)
    const router: RouterInterface = {
      traits: FIRST,
      compile: (routes) => inner.compile((routes as Route[]).splice(0)),
    }

    expect(failures(router)).toContain('a static route matches its path to the letter')
  })

  test('forgets defaults', () => {
    const router = disguised(() => ({ options: {} }))

    expect(failures(router)).toContain('defaults fill in for optional parts that were left out')
    expect(failures(router)).toContain('2.1: options set after a route was made count when it is compiled')
  })

  test('tests tokens against a part of the value', () => {
    const router = disguised(({ segments }) => ({
      tokens: new Map(
        segments.flatMap((segment) =>
          segment.kind === 'placeholder' && segment.token !== undefined
            ? [[segment.name, (value: string) => new RegExp(`^${segment.token}$`, 'u').test(value)]]
            : [],
        ),
      ),
    }))

    expect(failures(router)).toContain('a token with alternatives matches the value as a whole')
    expect(failures(router)).toContain('a token that takes any length is tried on values of up to 100 characters')
  })

  test('uses an expression that remembers where it stopped', () => {
    const slash = /\//g
    const router = changed((matcher) => (method, path) => (slash.test(path) ? matcher(method, path) : notFound))

    expect(failures(router)).toContain('asking twice gives the same twice')
  })
})

describe('a router fails whose traits', () => {
  test('do not have the form of traits', () => {
    const traits = { ...FIRST, precedence: 'longest' } as unknown as RouterTraits

    expect(failures({ traits, compile: () => () => notFound })).toEqual([
      'traits are of the form that RouterTraits describes',
    ])
  })

  test('change when it compiles', () => {
    let compiled = 0
    const inner = new ReferenceRouter(FIRST)
    const router: RouterInterface = {
      get traits() {
        return { ...FIRST, emptyList: compiled > 0 ? FIRST.emptyList : [] }
      },
      compile: (routes) => {
        compiled++
        return inner.compile(routes)
      },
    }

    expect(failures(router)).toContain('traits stay the same')
  })

  test('promise any method, but only eight match', () => {
    const router = claiming({ ...SPECIFIC, anyMethod: 'any' }, new ReferenceRouter(SPECIFIC))

    expect(failures(router)).toContain('4.1: a route without methods matches any method at all')
  })

  test('promise eight methods, but any method matches', () => {
    const router = claiming({ ...FIRST, anyMethod: EIGHT }, new ReferenceRouter(FIRST))

    expect(failures(router)).toContain('4.1: a route without methods matches no method beyond its list')
  })

  test('promise more methods for an empty list than it matches', () => {
    const router = claiming({ ...FIRST, emptyList: ['HEAD', 'OPTIONS', 'GET'] }, new ReferenceRouter(FIRST))

    expect(failures(router)).toContain('4.1: a route with an empty list matches HEAD, OPTIONS, GET')
  })

  test('promise fewer methods for an empty list than it matches', () => {
    const router = claiming({ ...FIRST, emptyList: [] }, new ReferenceRouter(FIRST))

    expect(failures(router)).toContain('4.1: a route with an empty list matches no other method')
  })

  test('promise methods for every path that it does not match', () => {
    const router = claiming({ ...FIRST, alsoMethods: ['OPTIONS'] }, new ReferenceRouter(FIRST))

    expect(failures(router)).toEqual([
      'OPTIONS, where no route has them, go to the route of the first method that is allowed',
    ])
  })

  test('hide methods that every path takes', () => {
    const router = claiming(FIRST, new ReferenceRouter({ ...FIRST, alsoMethods: ['OPTIONS'] }))

    expect(failures(router)).toContain('4.1: a route with a list matches no other method, HEAD and OPTIONS included')
  })

  test('promise specificity, but the first registered route wins', () => {
    const router = claiming({ ...FIRST, precedence: 'specificity' }, new ReferenceRouter(FIRST))

    expect(failures(router)).toContain('static text wins over a placeholder, whichever was registered first')
    expect(failures(router)).toContain('specificity is judged from the left, segment by segment')
  })

  test('promise the order of registration, but the more specific route wins', () => {
    const router = claiming({ ...SPECIFIC, precedence: 'registration' }, new ReferenceRouter(SPECIFIC))

    expect(failures(router)).toContain('a placeholder registered first wins over static text')
    expect(failures(router)).toContain('the order of registration counts across segments')
  })

  test('promise to honor tokens, but tokens are ignored', () => {
    const router = disguised(() => ({ tokens: new Map() }))

    expect(failures(router)).toContain('2.1: the option tokens restricts what a placeholder matches')
  })

  test('promise to honor tokens, but tokens are refused', () => {
    const router = claiming(FIRST, new ReferenceRouter({ ...FIRST, tokens: 'refused' }))

    expect(failures(router)).toContain('2.1: a token in the path is the same as the option')
  })

  test('promise to refuse tokens, but tokens are ignored', () => {
    const router = claiming(
      PLAIN,
      disguised(() => ({ tokens: new Map() }), PLAIN),
    )

    expect(failures(router)).toContain('2.1: a route with the option tokens is refused by its name')
    expect(failures(router)).toContain('2.1: a route with a token in its path is refused by its name')
  })

  test('promise to refuse tokens, but the error names no route', () => {
    const router: RouterInterface = {
      traits: PLAIN,
      compile: (routes) => {
        if (routes.some((route) => route.tokens.size > 0)) throw new RouteError('Tokens are refused.')
        return new ReferenceRouter(PLAIN).compile(routes)
      },
    }

    expect(failures(router)).toContain('2.1: a route with the option tokens is refused by its name')
  })
})

/** The names of the cases that a router fails. */
function failures(router: RouterInterface): readonly string[] {
  return routerConformance(router).flatMap(({ name, check }) => {
    try {
      check()
      return []
    } catch {
      return [name]
    }
  })
}

/** A router whose matcher was changed. */
function changed(
  change: (matcher: Matcher, routes: readonly Route[]) => Matcher,
  router: RouterInterface = new ReferenceRouter(FIRST),
): RouterInterface {
  return { traits: router.traits, compile: (routes) => change(router.compile(routes), routes) }
}

/** A router that declares other traits than its own. */
function claiming(traits: RouterTraits, router: RouterInterface): RouterInterface {
  return { traits, compile: (routes) => router.compile(routes) }
}

/** A router that changes its routes before it compiles them. */
function disguised(change: (route: Route) => Partial<Route>, traits = FIRST): RouterInterface {
  const alike = (route: Route): Route => {
    const { path, methods, options, segments, tokens } = route
    return { path, methods, options, segments, tokens, toString: () => `${route}`, ...change(route) } as Route
  }
  return {
    traits,
    compile: (routes) => {
      const others = routes.map(alike)
      const matcher = new ReferenceRouter(traits).compile(others)
      return (method, path) => {
        const result = matcher(method, path)
        return result.matched ? matched(routes[others.indexOf(result.route)] as Route, result.params) : result
      }
    },
  }
}

function mapParams(result: RouteResult, change: (value: string) => string): RouteResult {
  if (!result.matched) return result
  const params = Object.entries(result.params).map(([name, value]) => [name, change(value as string)])
  return matched(result.route, Object.assign(Object.create(null), Object.fromEntries(params)))
}

describe('options that a router declares', () => {
  const traits = { ...FIRST, options: ['strict', 'Tokens', 'constraints'] }

  for (const { name, check } of routerConformance(new ReferenceRouter(traits))) test(name, check)

  test('are not among those that must be refused', () => {
    const names = routerConformance(new ReferenceRouter(traits)).map(({ name }) => name)

    expect(names.filter((name) => /the option (strict|Tokens|constraints) is refused/.test(name))).toEqual([])
    expect(names.filter((name) => /the option (token|host) is refused/.test(name))).toHaveLength(2)
  })

  test.each([['tokens'], [''], [7]])('cannot be %j', (option) => {
    const cases = routerConformance(new ReferenceRouter({ ...FIRST, options: [option as string] }))

    expect(() => cases[0]?.check()).toThrow('expected RouterTraits')
  })
})
