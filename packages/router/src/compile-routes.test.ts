import { describe, expect, it, test } from 'vitest'
import { ReferenceRouter } from './conformance/reference-router.ts'
import { compileRoutes, notFound, Route, type RouterInterface, type RouterTraits } from './index.ts'

const TRAITS: RouterTraits = { anyMethod: 'any', emptyList: [], precedence: 'registration', tokens: 'honored' }

/** A router that ignores all options, and counts the calls of `compile`. */
class CarelessRouter implements RouterInterface {
  readonly traits: RouterTraits
  compiled = 0

  constructor(options?: readonly string[]) {
    this.traits = options ? { ...TRAITS, options } : TRAITS
  }

  compile(): () => typeof notFound {
    this.compiled++
    return () => notFound
  }
}

describe('routes with the empty path', () => {
  const router = new ReferenceRouter(TRAITS)
  const get = new Route('', null, ['GET'], 'get').setOptions({ defaults: { page: '1' } })
  const any = new Route('/', null, ['GET', 'POST'], 'any')
  const put = new Route('', null, ['PUT'], 'put')
  const match = compileRoutes(router, [any, get, put])

  test('the empty path is matched first by routes with the empty path, with their own methods and defaults, and then by routes for "/"', () => {
    expect(match('GET', '')).toEqual({ matched: true, route: get, params: { page: '1' } })
    expect(match('GET', '/')).toEqual({ matched: true, route: any, params: {} })
    expect(match('POST', '')).toMatchObject({ matched: true, route: any })
    expect(match('GET', '/x')).toEqual(notFound)
  })

  test('the allowed methods of the empty path are those of the routes with the empty path and of the routes for "/"', () => {
    expect(match('DELETE', '')).toEqual({ matched: false, allowedMethods: ['GET', 'PUT', 'POST'] })
  })
})

describe('an option that the router does not declare', () => {
  test.each([
    ['token', 'CarelessRouter takes no option "token". Did you mean "tokens"?'],
    ['defaluts', 'CarelessRouter takes no option "defaluts". Did you mean "defaults"?'],
    ['strick', 'CarelessRouter takes no option "strick". Did you mean "strict"?'],
    [
      'section',
      'CarelessRouter takes no option "section". Its options are tokens, defaults, allowUnsafeTokens, strict. ' +
        'Values for other code are metadata: route.set(key, value).',
    ],
    [
      'constraints',
      'there are no "constraints", since a router sees method and path alone. ' +
        "For a host, pipe an application: app.pipe(host('api.example.org', application)). " +
        'The option "tokens" restricts the values of placeholders.',
    ],
  ])('2.1: compileRoutes() refuses the undeclared option %s before it calls the router', (option, message) => {
    const router = new CarelessRouter(['strict'])
    const route = new Route('/users/{id}', null, ['GET'], 'user').setOptions({ [option]: {} })

    expect(() => compileRoutes(router, [new Route('/', null), route])).toThrow(
      expect.objectContaining({ code: 'APP_ROUTE', message: `Route GET /users/{id} (user): ${message}` }),
    )
    expect(router.compiled).toBe(0)
  })

  it('an undeclared option is refused even if its value is undefined, or if the router is a plain object', () => {
    const router: RouterInterface = { traits: TRAITS, compile: () => () => notFound }
    const route = new Route('/', null).setOptions({ strict: undefined } as object)

    expect(() => compileRoutes(router, [route])).toThrow('Route any method /: the router takes no option "strict".')
  })

  it('2.1: an option of any name is accepted if the router declares it, even "constraints"', () => {
    for (const option of ['constraints', 'host', 'toString']) {
      const route = new Route('/', null).setOptions({ [option]: {} })

      expect(compileRoutes(new CarelessRouter([option]), [route])('GET', '/')).toBe(notFound)
    }
  })
})

it('compileRoutes() accepts the options that all routers take, and those that this router declares', () => {
  const router = new CarelessRouter(['strict'])
  const route = new Route('/a[/{id}]', null)
  route.setOptions({ tokens: { id: '\\d+' }, defaults: { id: '7' }, allowUnsafeTokens: true, strict: true })

  expect(compileRoutes(router, [route])('GET', '/a')).toBe(notFound)
  expect(router.compiled).toBe(1)
})

it('compileRoutes() accepts a router whose traits declare no options', () => {
  expect(compileRoutes(new CarelessRouter(), [new Route('/', null)])('GET', '/')).toBe(notFound)
})
