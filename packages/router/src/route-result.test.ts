import { expect, expectTypeOf, it } from 'vitest'
import { methodsOf } from './adapter.ts'
import { matched, methodNotAllowed, notFound, Route, type RouteResult } from './index.ts'
import { noParams } from './internal.ts'

it('matched() makes a result with a route and its params', () => {
  const route = new Route('/', null)
  const result = matched(route, noParams)

  expect(result).toEqual({ matched: true, route, params: noParams })
  expectTypeOf(result).toEqualTypeOf<RouteResult>()
})

it('methodNotAllowed() makes a result with the allowed methods, each once and in the given order', () => {
  expect(methodNotAllowed(['PUT', 'GET', 'PUT'])).toEqual({ matched: false, allowedMethods: ['PUT', 'GET'] })
})

it('notFound is a frozen result without allowed methods', () => {
  expect(notFound).toEqual({ matched: false, allowedMethods: [] })
  expect(Object.isFrozen(notFound)).toBe(true)
})

it('the property matched of a RouteResult narrows its type', () => {
  const result: RouteResult = notFound as RouteResult
  if (result.matched) expectTypeOf(result.route).toEqualTypeOf<Route>()
  else expectTypeOf(result.allowedMethods).toEqualTypeOf<readonly string[]>()
  expectTypeOf(result.route).toEqualTypeOf<Route | undefined>()
  // @ts-expect-error a failed result has no params
  expect(result.params).toBeUndefined()
})

it('4.1: methodsOf() returns the methods that a route matches on a router with the given traits', () => {
  const traits = {
    anyMethod: ['GET', 'POST'],
    emptyList: ['HEAD'],
    precedence: 'registration',
    tokens: 'honored',
  } as const

  expect(methodsOf(new Route('/', null), traits)).toEqual(['GET', 'POST'])
  expect(methodsOf(new Route('/', null), { ...traits, anyMethod: 'any' })).toBe('any')
  expect(methodsOf(new Route('/', null, []), traits)).toEqual(['HEAD'])
  expect(methodsOf(new Route('/', null, ['PUT']), traits)).toEqual(['PUT'])
})
