import { describe, expect, it } from 'vitest'
import { type DynamicMatcher, methodsOf, staticFirst } from '../adapter.ts'
import { type Matcher, matched, Route, type RouterTraits } from '../index.ts'
import { noParams } from '../internal.ts'

const FIRST: RouterTraits = { anyMethod: 'any', emptyList: ['HEAD'], precedence: 'registration', tokens: 'honored' }
const SPECIFIC: RouterTraits = { ...FIRST, precedence: 'specificity' }

/** A `DynamicMatcher` that matches every path with every route with placeholders, and counts the calls of `match`. */
function engineOf(routes: readonly Route[], traits: RouterTraits): DynamicMatcher & { asked: number } {
  const dynamic = routes.filter((route) => route.path.includes('{'))
  return {
    asked: 0,
    match(method) {
      this.asked++
      const route = dynamic.find((candidate) => {
        const methods = methodsOf(candidate, traits)
        return methods === 'any' || methods.includes(method)
      })
      return route && matched(route, noParams)
    },
    candidates: () => dynamic,
  }
}

const compile = (routes: readonly Route[], traits = FIRST): Matcher =>
  staticFirst(routes, traits, engineOf(routes, traits))

describe('staticFirst', () => {
  it('staticFirst() finds a static path without calling the DynamicMatcher', () => {
    const routes = [new Route('/a', null, ['GET'])]
    const engine = engineOf(routes, FIRST)
    const match = staticFirst(routes, FIRST, engine)
    engine.asked = 0

    expect(match('GET', '/a')).toEqual({ matched: true, route: routes[0], params: noParams })
    expect(engine.asked).toBe(0)
  })

  it('staticFirst() makes the results of static paths once, before the first request', () => {
    const match = compile([
      new Route('/a', null, ['GET']),
      new Route('/b[/{c}]', null).setOptions({ defaults: { c: '1' } }),
    ])

    expect(match('GET', '/a')).toBe(match('GET', '/a'))
    expect(match('GET', '/b')).toMatchObject({ matched: true, params: { c: '1' } })
  })

  it('staticFirst() freezes the params that several requests share', () => {
    const match = compile([new Route('/a', null), new Route('/b[/{c}]', null).setOptions({ defaults: { c: '1' } })])

    for (const path of ['/a', '/b']) {
      const result = match('GET', path)
      expect(result.matched && Object.isFrozen(result.params)).toBe(true)
      expect(result.matched && 'constructor' in result.params).toBe(false)
    }
  })

  it('staticFirst() calls the DynamicMatcher for every path that is not static', () => {
    const dynamic = new Route('/{x}', null, ['GET'])
    const match = compile([new Route('/a', null, ['GET']), dynamic])

    expect(match('GET', '/b')).toMatchObject({ matched: true, route: dynamic })
  })

  it('staticFirst() calls the DynamicMatcher if the static path has no route for the method', () => {
    const dynamic = new Route('/{x}', null, ['POST'])
    const match = compile([new Route('/a', null, ['GET']), dynamic])

    expect(match('POST', '/a')).toMatchObject({ matched: true, route: dynamic })
  })

  it('staticFirst() prefers a route with placeholders that was registered earlier, on a router where the first registered route wins', () => {
    const routes = [new Route('/{x}', null, ['GET']), new Route('/a', null, ['GET', 'POST'])]

    expect(compile(routes)('GET', '/a')).toMatchObject({ route: routes[0] })
    expect(compile(routes)('POST', '/a')).toMatchObject({ route: routes[1] })
    expect(compile(routes, SPECIFIC)('GET', '/a')).toMatchObject({ route: routes[1] })
  })

  it('staticFirst() prefers a route with placeholders that has the method of the request to a later static route for any method, on a router where the first registered route wins', () => {
    const routes = [new Route('/{x}', null, ['GET']), new Route('/a', null), new Route('/{y}', null, ['PUT'])]

    expect(compile(routes)('GET', '/a')).toMatchObject({ route: routes[0] })
    expect(compile(routes)('PUT', '/a')).toMatchObject({ route: routes[1] })
    expect(compile(routes)('BREW', '/a')).toMatchObject({ route: routes[1] })
    expect(compile(routes, SPECIFIC)('GET', '/a')).toMatchObject({ route: routes[1] })
  })

  it('staticFirst() takes the first of several static routes that match a request', () => {
    const routes = [new Route('/a', null, ['GET']), new Route('/a', null), new Route('/a', null, ['PUT'])]

    expect(compile(routes)('GET', '/a')).toMatchObject({ route: routes[0] })
    expect(compile(routes)('PUT', '/a')).toMatchObject({ route: routes[1] })
  })

  it('4.1: staticFirst() allows the methods of all routes that have the path, in the order of registration', () => {
    const routes = [
      new Route('/{x}', null, ['PUT']),
      new Route('/a', null, ['GET']),
      new Route('/{y}', null, []),
      new Route('/a', null, ['PUT', 'POST'], 'other'),
    ]

    expect(compile(routes)('BREW', '/a')).toEqual({ matched: false, allowedMethods: ['PUT', 'GET', 'HEAD', 'POST'] })
    expect(compile(routes)('BREW', '/b')).toEqual({ matched: false, allowedMethods: ['PUT', 'HEAD'] })
  })

  it('staticFirst() does not match paths and methods that are named like inherited properties', () => {
    const match = compile([new Route('/a', null, ['GET'])])

    expect(match('GET', '__proto__')).toEqual({ matched: false, allowedMethods: [] })
    expect(match('constructor', '/a')).toEqual({ matched: false, allowedMethods: ['GET'] })
  })
})
