import type { RoutingCase } from './routing-case.ts'

export const catchAllCases: readonly RoutingCase[] = [
  {
    name: 'a catch-all matches the rest of the path, slashes included',
    routes: ['GET /files/{rest...}'],
    expect: {
      'GET /files/a': ['GET /files/{rest...}', { rest: 'a' }],
      'GET /files/a/b.txt': ['GET /files/{rest...}', { rest: 'a/b.txt' }],
      'GET /file/a': 404,
      'GET /filesa': 404,
    },
  },
  {
    name: 'a catch-all has an empty value if the path ends with the slash before it',
    routes: ['GET /files/{rest...}'],
    expect: { 'GET /files/': ['GET /files/{rest...}', { rest: '' }] },
  },
  {
    name: 'a catch-all does not match a path without the slash before it',
    routes: ['GET /files/{rest...}'],
    expect: { 'GET /files': 404 },
  },
  {
    name: 'the value of a catch-all keeps trailing and duplicate slashes',
    routes: ['GET /files/{rest...}'],
    expect: {
      'GET /files/a/': ['GET /files/{rest...}', { rest: 'a/' }],
      'GET /files//a': ['GET /files/{rest...}', { rest: '/a' }],
      'GET /files/a//b': ['GET /files/{rest...}', { rest: 'a//b' }],
      'GET /files//': ['GET /files/{rest...}', { rest: '/' }],
    },
  },
  {
    name: 'a catch-all at the root matches every path',
    routes: ['GET /{rest...}'],
    expect: {
      'GET /': ['GET /{rest...}', { rest: '' }],
      'GET /a': ['GET /{rest...}', { rest: 'a' }],
      'GET //a/': ['GET /{rest...}', { rest: '/a/' }],
    },
  },
  {
    name: 'the value of a catch-all is percent-decoded once',
    routes: ['GET /files/{rest...}'],
    expect: {
      'GET /files/a%20b/c%25': ['GET /files/{rest...}', { rest: 'a b/c%' }],
      'GET /files/%2561/%C3%A9': ['GET /files/{rest...}', { rest: '%61/é' }],
    },
  },
  {
    name: 'a catch-all may follow a placeholder',
    routes: ['GET /{user}/files/{rest...}'],
    expect: {
      'GET /joe/files/a/b': ['GET /{user}/files/{rest...}', { user: 'joe', rest: 'a/b' }],
      'GET /joe/files/': ['GET /{user}/files/{rest...}', { user: 'joe', rest: '' }],
      'GET /joe/files': 404,
      'GET //files/a': 404,
    },
  },
  {
    name: 'the value of a catch-all is a param with the name that stands in the braces',
    routes: ['GET /a/{path...}', 'GET /b/{wild...}', 'GET /c/{constructor...}'],
    expect: {
      'GET /a/1': ['GET /a/{path...}', { path: '1' }],
      'GET /b/1': ['GET /b/{wild...}', { wild: '1' }],
      'GET /c/1': ['GET /c/{constructor...}', { constructor: '1' }],
    },
  },
  {
    name: 'routes with a catch-all may have different methods, and a path allows the methods of all that match it',
    routes: ['GET /files/{rest...}', 'PUT /files/{file...}'],
    expect: {
      'PUT /files/a': ['PUT /files/{file...}', { file: 'a' }],
      'DELETE /files/a/b': { allow: ['GET', 'PUT'] },
    },
  },
  {
    name: 'a placeholder with the token .* is a catch-all if it is the last segment',
    routes: ['GET /f/{path:.*}', 'GET /g[/{path:.*}]'],
    expect: {
      'GET /f/': ['GET /f/{path:.*}', { path: '' }],
      'GET /f/a': ['GET /f/{path:.*}', { path: 'a' }],
      'GET /f/a//b/': ['GET /f/{path:.*}', { path: 'a//b/' }],
      'GET /f': 404,
      'GET /g': 'GET /g[/{path:.*}]',
      'GET /g/a/b': ['GET /g[/{path:.*}]', { path: 'a/b' }],
    },
  },
  {
    name: 'an asterisk, a colon and an encoded question mark are ordinary characters in the value of a catch-all',
    routes: ['GET /files/{rest...}'],
    expect: {
      'GET /files/*': ['GET /files/{rest...}', { rest: '*' }],
      'GET /files/:a/:b': ['GET /files/{rest...}', { rest: ':a/:b' }],
      'GET /files/a%3Fb': ['GET /files/{rest...}', { rest: 'a?b' }],
    },
  },
]
