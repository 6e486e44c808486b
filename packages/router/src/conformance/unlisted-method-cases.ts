import type { RouterTraits } from '../router-interface.ts'
import type { RoutingCase } from './routing-case.ts'

/** The methods that requests usually have. */
export const METHODS: readonly string[] = ['HEAD', 'OPTIONS', 'GET', 'POST', 'PATCH', 'PUT', 'TRACE', 'DELETE']

/** Rules for a route without a list of methods: it matches every method, or those that the router's traits list. */
export function anyMethodCases(anyMethod: RouterTraits['anyMethod'], also: readonly string[]): readonly RoutingCase[] {
  return anyMethod === 'any' ? anyCases : explicitCases(anyMethod, also)
}

const anyCases: readonly RoutingCase[] = [
  {
    name: '4.1: a route without a list of methods matches any method',
    routes: ['any /a', 'any /b/{id}', 'any /c/{rest...}'],
    expect: Object.fromEntries(
      [...METHODS, 'PURGE', 'BREW', '__proto__', 'constructor'].flatMap((method) => [
        [`${method} /a`, 'any /a'],
        [`${method} /b/7`, ['any /b/{id}', { id: '7' }]],
        [`${method} /c/d/e`, ['any /c/{rest...}', { rest: 'd/e' }]],
      ]),
    ),
  },
  {
    name: '4.1: a route for any method does not change what routes with a list of methods match',
    routes: ['GET /a/{id}', 'any /b/{id}', 'POST /a/me'],
    expect: {
      'GET /a/me': ['GET /a/{id}', { id: 'me' }],
      'POST /a/me': 'POST /a/me',
      'BREW /b/me': ['any /b/{id}', { id: 'me' }],
      'BREW /a/me': { allow: ['GET', 'POST'] },
    },
  },
  {
    name: '4.1: a path that a route for any method matches is found with every method, even if another route of the path has a list of methods',
    routes: ['GET /a/b', 'any /a/{id}', 'GET /c/{x}', 'any /{y}/d'],
    expect: { 'POST /a/b': ['any /a/{id}', { id: 'b' }], 'POST /c/d': ['any /{y}/d', { y: 'c' }] },
  },
]

function explicitCases(methods: readonly string[], also: readonly string[]): readonly RoutingCase[] {
  return [
    {
      name: `4.1: a route without a list of methods matches ${methods.join(', ')}`,
      routes: ['any /a', 'any /b/{id}', 'any /c/{rest...}'],
      expect: Object.fromEntries(
        methods.flatMap((method) => [
          [`${method} /a`, 'any /a'],
          [`${method} /b/7`, ['any /b/{id}', { id: '7' }]],
          [`${method} /c/d/e`, ['any /c/{rest...}', { rest: 'd/e' }]],
        ]),
      ),
    },
    {
      name: '4.1: a route without a list of methods matches no method that the traits do not list',
      routes: ['any /a', 'any /b/{id}'],
      expect: Object.fromEntries(
        [...METHODS, 'PURGE', 'BREW', '__proto__', 'constructor']
          .filter((method) => !methods.includes(method) && !also.includes(method))
          .flatMap((method) => [
            [`${method} /a`, { allow: methods }],
            [`${method} /b/7`, { allow: methods }],
          ]),
      ),
    },
    {
      name: '4.1: a route without a list of methods does not change what routes with a list match',
      routes: ['BREW /a/{id}', 'any /b/{id}', 'WHEN /a/me'],
      expect: {
        'BREW /a/me': ['BREW /a/{id}', { id: 'me' }],
        'WHEN /a/me': 'WHEN /a/me',
        'WHEN /b/me': { allow: methods },
        'THEN /a/me': { allow: ['BREW', 'WHEN'] },
      },
    },
  ]
}

/**
 * Rules for a route with an empty list of methods: each router declares in its traits the methods that such a route
 * matches.
 */
export function emptyListCases(methods: readonly string[], also: readonly string[]): readonly RoutingCase[] {
  const failure = methods.length ? { allow: methods } : 404
  return [
    {
      name: `4.1: a route with an empty list of methods matches ${methods.join(', ') || 'no method'}`,
      routes: ['none /a', 'none /b/{id}', 'none /c/{rest...}'],
      expect: Object.fromEntries(
        methods.flatMap((method) => [
          [`${method} /a`, 'none /a'],
          [`${method} /b/7`, ['none /b/{id}', { id: '7' }]],
          [`${method} /c/d/e`, ['none /c/{rest...}', { rest: 'd/e' }]],
        ]),
      ),
    },
    {
      name: '4.1: a route with an empty list of methods matches no method that the traits do not list',
      routes: ['none /a', 'none /b/{id}'],
      expect: Object.fromEntries(
        [...METHODS, 'PURGE', 'BREW', '__proto__']
          .filter((method) => !methods.includes(method) && !also.includes(method))
          .flatMap((method) => [
            [`${method} /a`, failure],
            [`${method} /b/7`, failure],
          ]),
      ),
    },
    {
      name: '4.1: the methods of a route with an empty list of methods are allowed beside those of other routes',
      routes: ['PURGE /a', 'none /a', 'none /b/{id}', 'PURGE /b/{name}'],
      expect: {
        'PURGE /a': 'PURGE /a',
        'BREW /a': { allow: ['PURGE', ...methods] },
        'PURGE /b/7': ['PURGE /b/{name}', { name: '7' }],
        'BREW /b/7': { allow: [...methods, 'PURGE'] },
      },
    },
  ]
}
