import { describe, expect, expectTypeOf, it, test } from 'vitest'
import { ReferenceRouter } from './conformance.ts'
import { compileRoutes, Route, type RouterTraits } from './index.ts'

const TRAITS: RouterTraits = {
  anyMethod: 'any',
  emptyList: [],
  precedence: 'registration',
  tokens: 'honored',
  alsoMethods: undefined,
  options: undefined,
}

// As a router declares its own options.
declare module './route.ts' {
  interface RouteOptions {
    readonly title?: string
    readonly strict?: boolean
  }
}

describe('Route', () => {
  it('2.1: a route has a path, middleware, methods and a name', () => {
    const middleware = (): string => 'hello'
    const route = new Route('/users/{id}', middleware, ['GET', 'POST'], 'user.show')

    expect(route).toMatchObject({ path: '/users/{id}', middleware, methods: ['GET', 'POST'], name: 'user.show' })
    expectTypeOf(route).toEqualTypeOf<Route<'/users/{id}', () => string>>()
  })

  it('2.1: a route for which no methods are given is for any method', () => {
    expect(new Route('/', null).methods).toBeNull()
    expect(new Route('/', null, null).methods).toBeNull()
  })

  it('4.1: a route keeps an empty list of methods', () => {
    expect(new Route('/', null, []).methods).toEqual([])
  })

  it('a route upper-cases methods and drops repetitions', () => {
    expect(new Route('/', null, ['get', 'GET', 'Post']).methods).toEqual(['GET', 'POST'])
    expect(new Route('/', null, ['purge', 'M-Search', 'X!$']).methods).toEqual(['PURGE', 'M-SEARCH', 'X!$'])
  })

  it('the list of methods of a route cannot be changed', () => {
    const given = ['GET']
    const route = new Route('/', null, given)
    given.push('POST')

    expect(route.methods).toEqual(['GET'])
    expect(Object.isFrozen(route.methods)).toBe(true)
  })

  it('the default name of a route consists of its path and methods', () => {
    expect(new Route('/a', null).name).toBe('/a')
    expect(new Route('/a', null, ['GET', 'POST']).name).toBe('/a^GET:POST')
    expect(new Route('/a', null, []).name).toBe('/a^')
    expect(new Route('/a', null, ['GET'], null).name).toBe('/a^GET')
    expect(new Route('/a', null, ['GET'], '').name).toBe('/a^GET')
  })

  it('a route treats an option that is undefined like an absent one', () => {
    const none = undefined
    const route = new Route('/a[/{id}]', null, undefined, none)

    route.setOptions({ tokens: none, defaults: none, allowUnsafeTokens: none })
    expect(route.tokens.size).toBe(0)
    expect(() => compileRoutes(new ReferenceRouter(TRAITS), [route])).not.toThrow()
  })

  it('toString() of a route returns its methods and path, for errors', () => {
    expect(`${new Route('/a', null)}`).toBe('any method /a')
    expect(`${new Route('/a', null, [])}`).toBe('no method /a')
    expect(`${new Route('/a/{id}', null, ['GET', 'POST'])}`).toBe('GET|POST /a/{id}')
    expect(`${new Route('/a', null, ['GET'], 'home')}`).toBe('GET /a (home)')
  })

  test.each([
    [['GE T'], 'Route "/a": "GE T" is not an HTTP method.'],
    [[''], 'Route "/a": "" is not an HTTP method.'],
    [['GET\n'], 'Route "/a": "GET\\n" is not an HTTP method.'],
    [[7], 'Route "/a": 7 is not an HTTP method.'],
    ['GET', `Route "/a": methods are a list like ['GET'], got "GET".`],
    [{ GET: true }, `Route "/a": methods are a list like ['GET'], got {"GET":true}.`],
  ])('a route refuses the methods %j', (methods, message) => {
    expect(() => new Route('/a', null, methods as never)).toThrow(
      expect.objectContaining({ code: 'APP_ROUTE', message }),
    )
  })

  it('a route refuses a path that does not parse', () => {
    expect(() => new Route('/users/:id', null)).toThrow(expect.objectContaining({ code: 'APP_PATH_SYNTAX' }))
  })
})

describe('setOptions', () => {
  it('2.1: setOptions() sets the options and returns the route', () => {
    const route = new Route('/a', null)

    expect(route.options).toEqual({})
    expect(route.setOptions({ title: 'A' })).toBe(route)
    expect(route.options).toEqual({ title: 'A' })
  })

  it('setOptions() replaces earlier options, tokens included', () => {
    const route = new Route('/{id}', null).setOptions({ tokens: { id: '\\d+' }, title: 'A' })
    route.setOptions({ title: 'B' })

    expect(route.options).toEqual({ title: 'B' })
    expect(route.segments).toMatchObject([{ name: 'id' }])
    expect(route.segments[0]).not.toHaveProperty('token')
    expect(route.tokens.size).toBe(0)
  })

  it('2.1: setOptions() puts tokens into the segments, in place of those in the path', () => {
    const route = new Route('/{a:\\d+}/{b}/{c:\\w}', null).setOptions({ tokens: { a: '[ab]', b: 'x|y' } })

    expect(route.segments).toMatchObject([{ token: '[ab]' }, { token: 'x|y' }, { token: '\\w' }])
    expect(route.tokens.get('a')?.('a')).toBe(true)
    expect(route.tokens.get('a')?.('1')).toBe(false)
    expect([...route.tokens.keys()]).toEqual(['a', 'b', 'c'])
  })

  it('setOptions() calls the callbacks that watch() has added', () => {
    const route = new Route('/a', null)
    const calls: string[] = []
    route.watch(() => calls.push('first'))
    route.watch(() => calls.push('second'))
    route.setOptions({ title: 'A' })

    expect(calls).toEqual(['first', 'second'])
  })

  it('setOptions() leaves the route unchanged if the options are refused', () => {
    const route = new Route('/{id}', null).setOptions({ tokens: { id: '\\d+' } })
    let changes = 0
    route.watch(() => changes++)

    expect(() => route.setOptions({ tokens: { id: '(' } })).toThrow('is not a regular expression')
    expect(route.options).toEqual({ tokens: { id: '\\d+' } })
    expect(route.tokens.get('id')?.('7')).toBe(true)
    expect(changes).toBe(0)
  })

  test.each([
    [
      '/a/{id}',
      { tokens: { name: '\\d+' } },
      'Route any method /a/{id}: there is a token for {name}, but no such placeholder. It has {id}.',
    ],
    [
      '/a/{id}',
      { defaults: { section: 'news', idd: 'x' } },
      'Route any method /a/{id}: there is a default for {idd}, but no such placeholder. Did you mean {id}?',
    ],
    [
      '/a',
      { tokens: { toString: 'x' } },
      'Route any method /a: there is a token for {toString}, but no such placeholder. It has none.',
    ],
    ['/a', { defaults: { section: 7 } }, 'Route any method /a: the default of {section} is a string, got number.'],
    ['/a[/{id}]', { defaults: { id: 7 } }, 'Route any method /a[/{id}]: the default of {id} is a string, got number.'],
  ])('the route %s refuses the options %j', (path, options, message) => {
    expect(() => new Route(path, null).setOptions(options as never)).toThrow(
      expect.objectContaining({ code: 'APP_ROUTE', message }),
    )
  })
})
