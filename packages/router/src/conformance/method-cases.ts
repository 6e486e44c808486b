import type { RouterTraits } from '../router-interface.ts'
import type { RoutingCase } from './routing-case.ts'
import { anyMethodCases, emptyListCases, METHODS } from './unlisted-method-cases.ts'

/** Rules for the methods that a route matches (contract 4.1). */
export function methodCases({ anyMethod, emptyList, alsoMethods = [] }: RouterTraits): readonly RoutingCase[] {
  return [
    ...listCases,
    otherMethodsCase(alsoMethods),
    ...(alsoMethods.length > 0 ? [alsoMethodsCase(alsoMethods)] : []),
    ...anyMethodCases(anyMethod, alsoMethods),
    ...emptyListCases(emptyList, alsoMethods),
  ]
}

const listCases: readonly RoutingCase[] = [
  {
    name: '4.1: a route with a list of methods matches these methods',
    routes: ['GET|POST /a', 'PUT|PATCH /b/{id}'],
    expect: {
      'GET /a': 'GET|POST /a',
      'POST /a': 'GET|POST /a',
      'PUT /b/7': ['PUT|PATCH /b/{id}', { id: '7' }],
      'PATCH /b/7': ['PUT|PATCH /b/{id}', { id: '7' }],
    },
  },
  {
    name: '4.1: a route for any one of the eight usual methods matches requests with this method',
    routes: METHODS.map((method) => `${method} /${method.toLowerCase()}/{id}`),
    expect: Object.fromEntries(
      METHODS.map((method) => [
        `${method} /${method.toLowerCase()}/7`,
        [`${method} /${method.toLowerCase()}/{id}`, { id: '7' }],
      ]),
    ),
  },
  {
    name: '4.1: one path may have several routes for different methods',
    routes: ['GET /a', 'POST /a', 'GET /b/{id}', 'DELETE /b/{id}'],
    expect: {
      'GET /a': 'GET /a',
      'POST /a': 'POST /a',
      'GET /b/7': ['GET /b/{id}', { id: '7' }],
      'DELETE /b/7': ['DELETE /b/{id}', { id: '7' }],
    },
  },
  {
    name: '4.1: routes for different methods of the same path may name its placeholders differently',
    routes: ['GET /u/{id}/x', 'POST /u/{name}/x', 'PUT /u/{key}[/{more}]'],
    expect: {
      'GET /u/7/x': ['GET /u/{id}/x', { id: '7' }],
      'POST /u/7/x': ['POST /u/{name}/x', { name: '7' }],
      'PUT /u/7/x': ['PUT /u/{key}[/{more}]', { key: '7', more: 'x' }],
    },
  },
  {
    name: '4.1: custom methods, such as PURGE, are matched like the usual ones',
    routes: ['PURGE /a', 'BREW /b/{id}', 'M-SEARCH|X!$ /c'],
    expect: {
      'PURGE /a': 'PURGE /a',
      'GET /a': { allow: ['PURGE'] },
      'BREW /b/7': ['BREW /b/{id}', { id: '7' }],
      'PURGE /b/7': { allow: ['BREW'] },
      'M-SEARCH /c': 'M-SEARCH|X!$ /c',
      'X!$ /c': 'M-SEARCH|X!$ /c',
    },
  },
  {
    name: 'methods of requests are case-sensitive',
    routes: ['GET /a', 'GET /b/{id}'],
    expect: { 'get /a': { allow: ['GET'] }, 'Get /b/7': { allow: ['GET'] } },
  },
  {
    name: 'methods of routes are upper-cased',
    routes: ['get /a', 'Post /b/{id}'],
    expect: { 'GET /a': 'get /a', 'POST /b/7': ['Post /b/{id}', { id: '7' }] },
  },
  {
    name: 'a request with an unknown method gets 405 for a path that a route has, and 404 for other paths',
    routes: ['GET /a', 'GET /b/{id}'],
    expect: {
      'NOPE /a': { allow: ['GET'] },
      'NOPE /b/7': { allow: ['GET'] },
      'NOPE /c': 404,
    },
  },
  {
    name: 'a request with a method such as __proto__ or constructor gets 405 or 404, as with an unknown method',
    routes: ['GET /a', 'GET /b/{id}'],
    expect: {
      '__proto__ /a': { allow: ['GET'] },
      '__proto__ /b/7': { allow: ['GET'] },
      'constructor /a': { allow: ['GET'] },
      'constructor /b/7': { allow: ['GET'] },
      'toString /b/7': { allow: ['GET'] },
      'hasOwnProperty /c': 404,
    },
  },
  {
    name: 'a request with an empty method gets 405 or 404, as with an unknown method',
    routes: ['GET /a', 'GET /b/{id}'],
    expect: { ' /a': { allow: ['GET'] }, ' /b/7': { allow: ['GET'] }, ' /c': 404 },
  },
  {
    name: 'a path that no route has is not found, whatever the method',
    routes: ['GET /a', 'POST /b/{id}'],
    expect: { 'GET /c': 404, 'POST /c': 404, 'POST /': 404, 'GET /b/7/8': 404 },
  },
  {
    name: 'allowed methods stand in the order in which their routes were registered',
    routes: ['PUT /a', 'GET /a', 'DELETE /a', 'PATCH /b/{id}', 'GET /b/{id}', 'DELETE /b/{id}'],
    expect: { 'POST /a': { allow: ['PUT', 'GET', 'DELETE'] }, 'POST /b/7': { allow: ['PATCH', 'GET', 'DELETE'] } },
  },
  {
    name: 'allowed methods of the same route stand in the order of its list',
    routes: ['PUT|DELETE|GET /a', 'PATCH|POST|GET /b/{id}'],
    expect: {
      'TRACE /a': { allow: ['PUT', 'DELETE', 'GET'] },
      'TRACE /b/7': { allow: ['PATCH', 'POST', 'GET'] },
    },
  },
  {
    name: 'allowed methods are those of all routes that have the path, each once',
    routes: ['GET|PUT /u/{id}', 'PUT|DELETE /u/me', 'PATCH /{any}/me', 'GET|LINK /u/{rest...}'],
    expect: {
      'POST /u/me': { allow: ['GET', 'PUT', 'DELETE', 'PATCH', 'LINK'] },
      'POST /u/7': { allow: ['GET', 'PUT', 'LINK'] },
      'POST /x/me': { allow: ['PATCH'] },
    },
  },
  {
    name: 'allowed methods stand in the order in which their routes were registered, even if less specific routes were registered first',
    routes: ['GET /{x}', 'POST|GET /a{y}', 'PUT /ab'],
    expect: { 'DELETE /ab': { allow: ['GET', 'POST', 'PUT'] }, 'DELETE /ac': { allow: ['GET', 'POST'] } },
  },
  {
    name: 'a route that has the path, but not the method, does not hide a less specific route that has both',
    routes: ['POST /u/me', 'GET /u/{id}', 'POST /u/{id}/x', 'GET /u/{a}/{b}', 'PUT /u/{rest...}'],
    expect: {
      'GET /u/me': ['GET /u/{id}', { id: 'me' }],
      'GET /u/7/x': ['GET /u/{a}/{b}', { a: '7', b: 'x' }],
      'PUT /u/me': ['PUT /u/{rest...}', { rest: 'me' }],
    },
  },
]

function otherMethodsCase(also: readonly string[]): RoutingCase {
  const others = ['POST', 'HEAD', 'OPTIONS'].filter((method) => !also.includes(method))
  return {
    name: `4.1: a route with a list of methods matches no other method, ${also.length ? `except ${also.join(', ')}` : 'not even HEAD and OPTIONS'}`,
    routes: ['GET /a', 'GET /b/{id}'],
    expect: Object.fromEntries(
      others.flatMap((method) => [
        [`${method} /a`, { allow: ['GET'] }],
        [`${method} /b/7`, { allow: ['GET'] }],
      ]),
    ),
  }
}

function alsoMethodsCase(also: readonly string[]): RoutingCase {
  return {
    name: `a request with ${also.join(' or ')} goes to the route of the first allowed method if no route of the path has the method of the request`,
    routes: [
      'BREW /a',
      'WHEN /a',
      'WHEN /b/{id}',
      'BREW /b/{name}',
      ...also.map((method) => `${method} /own/{id}`),
      'BREW /own/{id}',
    ],
    expect: Object.fromEntries(
      also.flatMap((method) => [
        [`${method} /a`, 'BREW /a'],
        [`${method} /b/7`, ['WHEN /b/{id}', { id: '7' }]],
        [`${method} /own/7`, [`${method} /own/{id}`, { id: '7' }]],
        [`${method} /c`, 404],
      ]),
    ),
  }
}
