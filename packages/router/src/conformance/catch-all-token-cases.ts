import type { RoutingCase } from './routing-case.ts'

/** Rules for the token of a catch-all, on a router that honors tokens. */
export const catchAllTokenCases: readonly RoutingCase[] = [
  {
    name: 'the token of a catch-all matches the whole rest of the path, slashes included',
    routes: ['GET /f/{rest...:[a-z/]+}', 'GET /g/{rest...:\\d+/\\d+}', 'GET /h[/{rest...:[a-z]+(?:/[a-z]+)*}]'],
    expect: {
      'GET /f/a': ['GET /f/{rest...:[a-z/]+}', { rest: 'a' }],
      'GET /f/a/b//c/': ['GET /f/{rest...:[a-z/]+}', { rest: 'a/b//c/' }],
      'GET /f/a/1': 404,
      'GET /f/': 404,
      'GET /g/1/2': ['GET /g/{rest...:\\d+/\\d+}', { rest: '1/2' }],
      'GET /g/1': 404,
      'GET /g/1/2/3': 404,
      'GET /h': 'GET /h[/{rest...:[a-z]+(?:/[a-z]+)*}]',
      'GET /h/a/b': ['GET /h[/{rest...:[a-z]+(?:/[a-z]+)*}]', { rest: 'a/b' }],
      'GET /h/a/': 404,
    },
  },
  {
    name: '2.1: the token of a catch-all may be given by the option `tokens`',
    routes: [
      ['GET /f/{rest...}', { tokens: { rest: '[a-z/]+' } }],
      ['GET /g/{rest...:[a-z/]+}', { tokens: { rest: '\\d+' } }],
      ['GET /h/{rest}', { tokens: { rest: '.+' } }],
    ],
    expect: {
      'GET /f/a/b': ['GET /f/{rest...}', { rest: 'a/b' }],
      'GET /f/1': 404,
      'GET /g/1': ['GET /g/{rest...:[a-z/]+}', { rest: '1' }],
      'GET /g/a': 404,
      'GET /h/a/b': ['GET /h/{rest}', { rest: 'a/b' }],
    },
  },
  {
    name: 'a placeholder with the token .+ is a catch-all of at least one character if it is the last segment',
    routes: ['GET /f/{path:.+}', 'GET /g[/{path:.+}]'],
    expect: {
      'GET /f/a': ['GET /f/{path:.+}', { path: 'a' }],
      'GET /f/a/b.txt': ['GET /f/{path:.+}', { path: 'a/b.txt' }],
      'GET /f//': ['GET /f/{path:.+}', { path: '/' }],
      'GET /f/': 404,
      'GET /f': 404,
      'GET /g': 'GET /g[/{path:.+}]',
      'GET /g/a/b': ['GET /g[/{path:.+}]', { path: 'a/b' }],
    },
  },
  {
    name: 'the token of a catch-all is tested against the decoded rest of the path',
    routes: ['GET /f/{rest...:[é /]+}'],
    expect: { 'GET /f/%C3%A9/%20': ['GET /f/{rest...:[é /]+}', { rest: 'é/ ' }], 'GET /f/e': 404 },
  },
  {
    name: 'a path that the token of a catch-all refuses may match other routes',
    routes: ['GET /f/{digits...:[\\d/]+}', 'GET /f/{letters...:[a-z/]+}', 'GET /f/{rest...}', 'POST /f/{x...:[a-z/]+}'],
    expect: {
      'GET /f/1/2': ['GET /f/{digits...:[\\d/]+}', { digits: '1/2' }],
      'GET /f/a/b': ['GET /f/{letters...:[a-z/]+}', { letters: 'a/b' }],
      'GET /f/a/2': ['GET /f/{rest...}', { rest: 'a/2' }],
      'POST /f/a/b': ['POST /f/{x...:[a-z/]+}', { x: 'a/b' }],
      'POST /f/1': { allow: ['GET'] },
    },
  },
  {
    name: 'the token of a catch-all matches or refuses paths of thousands of characters',
    routes: ['GET /f/{path:.+}', 'GET /g/{rest...:(?:[a-z]+/)*[a-z]+}', 'GET /h/{rest...:.+\\.txt}'],
    expect: {
      [`GET /f${'/a'.repeat(4_000)}`]: ['GET /f/{path:.+}', { path: 'a/'.repeat(4_000).slice(0, -1) }],
      [`GET /g${'/a'.repeat(999)}`]: ['GET /g/{rest...:(?:[a-z]+/)*[a-z]+}', { rest: `${'a/'.repeat(998)}a` }],
      [`GET /g${'/a'.repeat(999)}/`]: 404,
      [`GET /h${'/a'.repeat(998)}.txt`]: ['GET /h/{rest...:.+\\.txt}', { rest: `${'a/'.repeat(997)}a.txt` }],
    },
  },
]

/** Rules for the token of a catch-all, on a router where the more specific route wins. */
export const specificCatchAllCases: readonly RoutingCase[] = [
  {
    name: 'a catch-all with a token wins over a catch-all without a token, whichever was registered first',
    routes: ['GET /f/{rest...}', 'GET /f/{letters...:[a-z/]+}', 'GET /f/{id}'],
    expect: {
      'GET /f/a/b': ['GET /f/{letters...:[a-z/]+}', { letters: 'a/b' }],
      'GET /f/1/2': ['GET /f/{rest...}', { rest: '1/2' }],
      'GET /f/a': ['GET /f/{id}', { id: 'a' }],
    },
  },
]
