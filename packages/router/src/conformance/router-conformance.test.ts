import { describe, expect, it, test } from 'vitest'
import { ReferenceRouter, routerConformance } from '../conformance.ts'
import { invalidRoute } from '../invalid-route.ts'
import { placeholdersOf } from '../path/segment.ts'
import type { Route } from '../route.ts'
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

it('the conformance kit has more than 140 cases, or 130 for a router that refuses tokens, each with its own name', () => {
  for (const traits of [FIRST, SPECIFIC, PLAIN]) {
    const names = routerConformance(new ReferenceRouter(traits)).map(({ name }) => name)

    expect(names.length).toBeGreaterThan(traits.tokens === 'refused' ? 130 : 140)
    expect(new Set(names).size).toBe(names.length)
  }
})

it('the error of a failed case names the request, the expected and the actual result, and the routes', () => {
  const headIsGet = changed((matcher) => (method, path) => matcher(method === 'HEAD' ? 'GET' : method, path))
  const failing = routerConformance(headIsGet).find(({ name }) =>
    name.startsWith('4.1: a route with a list of methods matches no'),
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

describe('the conformance kit fails a router with one mistake', () => {
  test('the kit fails a router that ignores the case of letters', () => {
    const router = disguised(({ segments }) => ({
      segments: segments.map((segment) =>
        segment.kind === 'static' ? { ...segment, text: segment.text.toLowerCase() } : segment,
      ),
    }))
    const lower = changed((matcher) => (method, path) => matcher(method, path.toLowerCase()), router)

    expect(failures(lower)).toContain('a static route is case-sensitive')
  })

  test('the kit fails a router that ignores a trailing slash', () => {
    const router = changed((matcher) => (method, path) => matcher(method, path.replace(/(.)\/$/, '$1')))

    expect(failures(router)).toContain('a trailing slash is significant: /a and /a/ are different paths')
    expect(failures(router)).toContain('a route with a placeholder does not match a path with a further trailing slash')
  })

  test('the kit fails a router that merges slashes', () => {
    const router = changed((matcher) => (method, path) => matcher(method, path.replace(/\/+/g, '/')))

    expect(failures(router)).toContain('duplicate slashes are significant: /a/b and /a//b are different paths')
    expect(failures(router)).toContain('the value of a catch-all keeps trailing and duplicate slashes')
  })

  test('the kit fails a router that matches an empty segment with a placeholder', () => {
    const router = changed((matcher) => (method, path) => {
      const result = matcher(method, path.replaceAll('//', '/\x02/').replace(/\/$/, '/\x02'))
      return mapParams(result, (value) => value.replace('\x02', ''))
    })

    expect(failures(router)).toContain('a placeholder never matches an empty segment')
  })

  test('the kit fails a router that throws for values which it cannot decode', () => {
    const router = changed((matcher) => (method, path) => matcher(method, path && `/${decodeURI(path.slice(1))}`))

    expect(failures(router)).toContain('a path with malformed percent-encoding is not found')
    expect(failures(router)).toContain('a matcher never throws, whatever the path and the method')
  })

  test('the kit fails a router that decodes the path before it matches', () => {
    const decode = (path: string): string => path.replace(/%(2B|3A)/g, decodeURIComponent)
    const router = changed((matcher) => (method, path) => matcher(method, decode(path)))

    expect(failures(router)).toContain('an encoded delimiter, such as %2B, does not match the unencoded one')
  })

  test('the kit fails a router that decodes params twice', () => {
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

  test('the kit fails a router that does not decode params', () => {
    const router = changed((matcher) => (method, path) => mapParams(matcher(method, path), encodeURIComponent))

    expect(failures(router)).toContain('a param is percent-decoded')
  })

  test('the kit fails a router that returns params that inherit from Object.prototype', () => {
    const router = changed((matcher) => (method, path) => {
      const result = matcher(method, path)
      return result.matched ? { ...result, params: { ...result.params } } : result
    })

    expect(failures(router)).toEqual(['params inherit nothing'])
  })

  test('the kit fails a router that returns undefined for params that were left out', () => {
    const router = changed((matcher) => (method, path) => {
      const result = matcher(method, path)
      if (!result.matched) return result
      const names = placeholdersOf(result.route.segments).map(({ name }) => name)
      const params = Object.fromEntries(names.map((name) => [name, undefined]))
      return matched(result.route, Object.assign(Object.create(null), params, result.params))
    })

    expect(failures(router)).toContain(
      'params have no key for a param that was left out, not even with the value undefined',
    )
  })

  test('the kit fails a router that returns one params object for all requests', () => {
    const params = Object.create(null)
    const router = changed((matcher) => (method, path) => {
      const result = matcher(method, path)
      if (!result.matched) return result
      for (const name of Object.keys(params)) delete params[name]
      return matched(result.route, Object.assign(params, result.params))
    })

    expect(failures(router)).toEqual(['the params of a request do not change when the next request is matched'])
  })

  test('the kit fails a router that returns the same result object for repeated requests', () => {
    const router = changed((matcher) => {
      const known = new Map<string, RouteResult>()
      return (method, path) => {
        const result = known.get(`${method} ${path}`) ?? matcher(method, path)
        known.set(`${method} ${path}`, result)
        return result
      }
    })

    expect(failures(router)).toEqual(['changes to a result do not appear in the next result'])
  })

  test('the kit fails a router that returns nothing if no route matches', () => {
    const router = changed((matcher) => (method, path) => {
      const result = matcher(method, path)
      return result.matched || result.allowedMethods.length ? result : (undefined as never)
    })

    expect(failures(router)).toContain('without any routes, no path is found')
  })

  test('the kit fails a router that answers HEAD with the routes of GET', () => {
    const router = changed((matcher) => (method, path) => {
      const result = matcher(method, path)
      return result.matched || method !== 'HEAD' ? result : matcher('GET', path)
    })

    expect(failures(router)).toEqual([
      '4.1: a route with a list of methods matches no other method, not even HEAD and OPTIONS',
    ])
  })

  test('the kit fails a router that throws for unknown methods', () => {
    const router = changed(
      (matcher) => (method, path) => {
        if (!EIGHT.includes(method)) throw new Error('Unknown method')
        return matcher(method, path)
      },
      new ReferenceRouter(SPECIFIC),
    )

    expect(failures(router)).toContain(
      'a request with an unknown method gets 405 for a path that a route has, and 404 for other paths',
    )
  })

  test('the kit fails a router that keeps its routes in an object with a prototype', () => {
    const router = changed((matcher) => (method, path) => {
      const inherited: unknown = Reflect.get({}, method)
      return inherited === undefined ? matcher(method, path) : (inherited as RouteResult)
    })

    expect(failures(router)).toContain(
      'a request with a method such as __proto__ or constructor gets 405 or 404, as with an unknown method',
    )
  })

  test('the kit fails a router that allows the methods of one route only', () => {
    const router = changed((matcher, routes) => (method, path) => {
      const result = matcher(method, path)
      if (result.matched || result.allowedMethods.length === 0) return result
      const first = routes.find((route) => route.methods?.includes(result.allowedMethods[0] as string))
      return { matched: false, allowedMethods: first?.methods ?? result.allowedMethods }
    })

    expect(failures(router)).toContain('allowed methods are those of all routes that have the path, each once')
  })

  test('the kit fails a router that sorts the methods that are allowed', () => {
    const router = changed((matcher) => (method, path) => {
      const result = matcher(method, path)
      return result.matched ? result : { matched: false, allowedMethods: result.allowedMethods.toSorted() }
    })

    expect(failures(router)).toContain('allowed methods stand in the order in which their routes were registered')
    expect(failures(router)).toContain('allowed methods of the same route stand in the order of its list')
  })

  test('the kit fails a router that still matches the routes of an earlier compile()', () => {
    const known: Route[] = []
    const inner = new ReferenceRouter(FIRST)
    const router: RouterInterface = {
      traits: FIRST,
      compile: (routes) => {
        for (const route of routes) if (!known.includes(route)) known.push(route)
        return inner.compile(known)
      },
    }

    expect(failures(router)).toContain(
      'a matcher that is compiled from a part of the routes does not match the other routes',
    )
  })

  test('the kit fails a router that reads the list of routes again at every request', () => {
    const inner = new ReferenceRouter(FIRST)
    const router: RouterInterface = {
      traits: FIRST,
      compile: (routes) => (method, path) => inner.compile(routes)(method, path),
    }

    expect(failures(router)).toEqual(['a matcher does not read the list of routes after it was compiled'])
  })

  test('the kit fails a router that empties the list of routes', () => {
    const inner = new ReferenceRouter(FIRST)
    const router: RouterInterface = {
      traits: FIRST,
      compile: (routes) => inner.compile((routes as Route[]).splice(0)),
    }

    expect(failures(router)).toContain('a static route matches its whole path and no other')
  })

  test('the kit fails a router that forgets defaults', () => {
    const router = disguised(() => ({ options: {} }))

    expect(failures(router)).toContain('the params of optional parts that were left out have the default values')
    expect(failures(router)).toContain(
      '2.1: options that are set after a route was made apply when the route is compiled',
    )
  })

  test('the kit fails a router that tests tokens against a part of the value', () => {
    const router = disguised(({ segments }) => ({
      tokens: new Map(
        segments.flatMap((segment) =>
          segment.kind === 'placeholder' && segment.token !== undefined
            ? [[segment.name, (value: string) => new RegExp(`^${segment.token}$`, 'u').test(value)]]
            : [],
        ),
      ),
    }))

    expect(failures(router)).toContain('each alternative of a token has to match the whole value')
    expect(failures(router)).toContain(
      'a token that sets no limit of length refuses values of more than 100 characters',
    )
  })

  test('the kit fails a router that uses a global regular expression, which remembers where it stopped', () => {
    const slash = /\//g
    const router = changed((matcher) => (method, path) => (slash.test(path) ? matcher(method, path) : notFound))

    expect(failures(router)).toContain('the same request gets the same result twice')
  })
})

describe('the conformance kit fails a router with false traits', () => {
  test('the kit fails a router whose traits have a value that RouterTraits does not allow', () => {
    const traits = { ...FIRST, precedence: 'longest' } as unknown as RouterTraits

    expect(failures({ traits, compile: () => () => notFound })).toEqual([
      'the traits have the properties and values that RouterTraits allows',
    ])
  })

  test('the kit fails a router whose traits change when it compiles', () => {
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

    expect(failures(router)).toContain('the traits do not change when the router compiles and matches')
  })

  test('the kit fails a router whose traits promise any method, but only eight match', () => {
    const router = claiming({ ...SPECIFIC, anyMethod: 'any' }, new ReferenceRouter(SPECIFIC))

    expect(failures(router)).toContain('4.1: a route without a list of methods matches any method')
  })

  test('the kit fails a router whose traits promise eight methods, but any method matches', () => {
    const router = claiming({ ...FIRST, anyMethod: EIGHT }, new ReferenceRouter(FIRST))

    expect(failures(router)).toContain(
      '4.1: a route without a list of methods matches no method that the traits do not list',
    )
  })

  test('the kit fails a router whose traits promise more methods for a route with an empty list of methods than it matches', () => {
    const router = claiming({ ...FIRST, emptyList: ['HEAD', 'OPTIONS', 'GET'] }, new ReferenceRouter(FIRST))

    expect(failures(router)).toContain('4.1: a route with an empty list of methods matches HEAD, OPTIONS, GET')
  })

  test('the kit fails a router whose traits promise fewer methods for a route with an empty list of methods than it matches', () => {
    const router = claiming({ ...FIRST, emptyList: [] }, new ReferenceRouter(FIRST))

    expect(failures(router)).toContain(
      '4.1: a route with an empty list of methods matches no method that the traits do not list',
    )
  })

  test('the kit fails a router that does not match a method which its traits promise for every path', () => {
    const router = claiming({ ...FIRST, alsoMethods: ['OPTIONS'] }, new ReferenceRouter(FIRST))

    expect(failures(router)).toEqual([
      'a request with OPTIONS goes to the route of the first allowed method if no route of the path has the method of the request',
    ])
  })

  test('the kit fails a router that matches, on every path, a method that its traits do not list', () => {
    const router = claiming(FIRST, new ReferenceRouter({ ...FIRST, alsoMethods: ['OPTIONS'] }))

    expect(failures(router)).toContain(
      '4.1: a route with a list of methods matches no other method, not even HEAD and OPTIONS',
    )
  })

  test('the kit fails a router whose traits promise specificity, but the first registered route wins', () => {
    const router = claiming({ ...FIRST, precedence: 'specificity' }, new ReferenceRouter(FIRST))

    expect(failures(router)).toContain('static text wins over a placeholder, whichever was registered first')
    expect(failures(router)).toContain('specificity is judged from the left, segment by segment')
  })

  test('the kit fails a router whose traits promise registration order, but the more specific route wins', () => {
    const router = claiming({ ...SPECIFIC, precedence: 'registration' }, new ReferenceRouter(SPECIFIC))

    expect(failures(router)).toContain('a placeholder registered first wins over static text')
    expect(failures(router)).toContain(
      'the route registered first wins, even if another one has static text in an earlier segment',
    )
  })

  test('the kit fails a router whose traits promise to honor tokens, but tokens are ignored', () => {
    const router = disguised(() => ({ tokens: new Map() }))

    expect(failures(router)).toContain('2.1: the option `tokens` restricts what a placeholder matches')
  })

  test('the kit fails a router whose traits promise to honor tokens, but tokens are refused', () => {
    const router = claiming(FIRST, new ReferenceRouter({ ...FIRST, tokens: 'refused' }))

    expect(failures(router)).toContain(
      '2.1: a token in the path restricts what a placeholder matches, as the option `tokens` does',
    )
  })

  test('the kit fails a router whose traits promise to refuse tokens, but tokens are ignored', () => {
    const router = claiming(
      PLAIN,
      disguised(() => ({ tokens: new Map() }), PLAIN),
    )

    expect(failures(router)).toContain(
      '2.1: a route with the option `tokens` is refused with an error that names the route',
    )
    expect(failures(router)).toContain(
      '2.1: a route with a token in its path is refused with an error that names the route',
    )
  })

  test('the kit fails a router whose traits promise to refuse tokens, but whose error names no route', () => {
    const router: RouterInterface = {
      traits: PLAIN,
      compile: (routes) => {
        if (routes.some((route) => route.tokens.size > 0)) throw invalidRoute('Tokens are refused.')
        return new ReferenceRouter(PLAIN).compile(routes)
      },
    }

    expect(failures(router)).toContain(
      '2.1: a route with the option `tokens` is refused with an error that names the route',
    )
  })
})

/** Returns the names of the cases that a router fails. */
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

/** Makes a router whose matcher is changed by a function. */
function changed(
  change: (matcher: Matcher, routes: readonly Route[]) => Matcher,
  router: RouterInterface = new ReferenceRouter(FIRST),
): RouterInterface {
  return { traits: router.traits, compile: (routes) => change(router.compile(routes), routes) }
}

/** Makes a router that declares other traits than the given router has. */
function claiming(traits: RouterTraits, router: RouterInterface): RouterInterface {
  return { traits, compile: (routes) => router.compile(routes) }
}

/** Makes a router that changes its routes before it compiles them. */
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

describe('a router that declares options of its own', () => {
  const traits = { ...FIRST, options: ['strict', 'Tokens', 'constraints'] }

  for (const { name, check } of routerConformance(new ReferenceRouter(traits))) test(name, check)

  test('the kit does not require a router to refuse an option that it declares', () => {
    const names = routerConformance(new ReferenceRouter(traits)).map(({ name }) => name)

    expect(names.filter((name) => /the undeclared option (strict|Tokens|constraints) is refused/.test(name))).toEqual(
      [],
    )
    expect(names.filter((name) => /the undeclared option (token|host) is refused/.test(name))).toHaveLength(2)
  })

  test.each([['tokens'], [''], [7]])('the kit fails a router whose traits declare the option %j', (option) => {
    const cases = routerConformance(new ReferenceRouter({ ...FIRST, options: [option as string] }))

    expect(() => cases[0]?.check()).toThrow('expected RouterTraits')
  })
})
