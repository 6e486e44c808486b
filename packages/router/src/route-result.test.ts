import { expect, expectTypeOf, it } from 'vitest'
import { methodsOf, noParams } from './adapter.ts'
import { matched, methodNotAllowed, notFound, Route, type RouteResult } from './index.ts'

it('a result is a route and its params if a route matched', () => {
  const route = new Route('/', null)
  const result = matched(route, noParams)

  expect(result).toEqual({ matched: true, route, params: noParams })
  expectTypeOf(result).toEqualTypeOf<RouteResult>()
})

it('a result has the allowed methods if the path is known, each once and in order', () => {
  expect(methodNotAllowed(['PUT', 'GET', 'PUT'])).toEqual({ matched: false, allowedMethods: ['PUT', 'GET'] })
})

it('a result has no methods if the path is not found', () => {
  expect(notFound).toEqual({ matched: false, allowedMethods: [] })
  expect(Object.isFrozen(notFound)).toBe(true)
})

it('the type of a result is narrowed by its property matched', () => {
  const result: RouteResult = notFound as RouteResult
  if (result.matched) expectTypeOf(result.route).toEqualTypeOf<Route>()
  else expectTypeOf(result.allowedMethods).toEqualTypeOf<readonly string[]>()
  expectTypeOf(result.route).toEqualTypeOf<Route | undefined>()
  // @ts-expect-error a failed result has no params
  expect(result.params).toBeUndefined()
})

it('4.1: the methods of a route follow from the traits of its router', () => {
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
