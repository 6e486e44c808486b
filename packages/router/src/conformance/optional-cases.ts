import type { RoutingCase } from './routing-case.ts'

export const optionalCases: readonly RoutingCase[] = [
  {
    name: 'an optional part may be left out',
    routes: ['GET /blog[/{page}]'],
    expect: {
      'GET /blog': 'GET /blog[/{page}]',
      'GET /blog/2': ['GET /blog[/{page}]', { page: '2' }],
      'GET /blog/2/3': 404,
    },
  },
  {
    name: 'an optional part is left out together with the slash before it',
    routes: ['GET /blog[/{page}]'],
    expect: { 'GET /blog/': 404, 'GET /blog/2/': 404 },
  },
  {
    name: 'an optional part may follow a placeholder',
    routes: ['GET /u/{id}[/{tab}]'],
    expect: {
      'GET /u/7': ['GET /u/{id}[/{tab}]', { id: '7' }],
      'GET /u/7/posts': ['GET /u/{id}[/{tab}]', { id: '7', tab: 'posts' }],
      'GET /u': 404,
      'GET /u/': 404,
      'GET /u//posts': 404,
    },
  },
  {
    name: 'an optional part may stand inside of another one',
    routes: ['GET /n/{a}[/{b}[/{c}]]'],
    expect: {
      'GET /n': 404,
      'GET /n/1': ['GET /n/{a}[/{b}[/{c}]]', { a: '1' }],
      'GET /n/1/2': ['GET /n/{a}[/{b}[/{c}]]', { a: '1', b: '2' }],
      'GET /n/1/2/3': ['GET /n/{a}[/{b}[/{c}]]', { a: '1', b: '2', c: '3' }],
      'GET /n/1/2/3/4': 404,
      'GET /n/1//3': 404,
    },
  },
  {
    name: 'an optional part may hold static text',
    routes: ['GET /docs[/latest]', 'GET /api[/v/{version}/x]'],
    expect: {
      'GET /docs': 'GET /docs[/latest]',
      'GET /docs/latest': 'GET /docs[/latest]',
      'GET /docs/older': 404,
      'GET /api': 'GET /api[/v/{version}/x]',
      'GET /api/v': 404,
      'GET /api/v/1': 404,
      'GET /api/v/1/x': ['GET /api[/v/{version}/x]', { version: '1' }],
    },
  },
  {
    name: 'a route with an optional slash at its end matches a path with the slash and without it',
    routes: ['GET /a[/]', 'GET /b/{id}[/]'],
    expect: {
      'GET /a': 'GET /a[/]',
      'GET /a/': 'GET /a[/]',
      'GET /a//': 404,
      'GET /b/7': ['GET /b/{id}[/]', { id: '7' }],
      'GET /b/7/': ['GET /b/{id}[/]', { id: '7' }],
      'GET /b//': 404,
    },
  },
  {
    name: 'a placeholder in an optional part may have literal text before and after it',
    routes: ['GET /list[/page-{page}.html]'],
    expect: {
      'GET /list': 'GET /list[/page-{page}.html]',
      'GET /list/page-2.html': ['GET /list[/page-{page}.html]', { page: '2' }],
      'GET /list/page-.html': 404,
      'GET /list/2': 404,
    },
  },
  {
    name: 'an optional part may be a catch-all',
    routes: ['GET /files[/{rest...}]'],
    expect: {
      'GET /files': 'GET /files[/{rest...}]',
      'GET /files/': ['GET /files[/{rest...}]', { rest: '' }],
      'GET /files/a/b': ['GET /files[/{rest...}]', { rest: 'a/b' }],
    },
  },
  {
    name: 'params have no key for a param that was left out, not even with the value undefined',
    routes: ['GET /a[/{constructor}]', 'GET /b/{x}[/{toString}]'],
    expect: { 'GET /a': 'GET /a[/{constructor}]', 'GET /b/1': ['GET /b/{x}[/{toString}]', { x: '1' }] },
  },
  {
    name: 'the allowed methods of a path are those of all routes that match it, with or without their optional parts',
    routes: ['GET /blog[/{page}]', 'POST /blog'],
    expect: {
      'POST /blog': 'POST /blog',
      'PUT /blog': { allow: ['GET', 'POST'] },
      'POST /blog/2': { allow: ['GET'] },
    },
  },
  {
    name: 'the params of optional parts that were left out have the default values',
    routes: [['GET /blog[/{page}]', { defaults: { page: '1' } }]],
    expect: {
      'GET /blog': ['GET /blog[/{page}]', { page: '1' }],
      'GET /blog/2': ['GET /blog[/{page}]', { page: '2' }],
    },
  },
  {
    name: 'if one or all of several nested optional parts are left out, their params come from the defaults',
    routes: [['GET /n/{a}[/{b}[/{c}]]', { defaults: { b: 'B', c: 'C' } }]],
    expect: {
      'GET /n/1': ['GET /n/{a}[/{b}[/{c}]]', { a: '1', b: 'B', c: 'C' }],
      'GET /n/1/2': ['GET /n/{a}[/{b}[/{c}]]', { a: '1', b: '2', c: 'C' }],
      'GET /n/1/2/3': ['GET /n/{a}[/{b}[/{c}]]', { a: '1', b: '2', c: '3' }],
    },
  },
  {
    name: 'a default is not percent-decoded',
    routes: [['GET /a[/{x}]', { defaults: { x: '100%25' } }]],
    expect: { 'GET /a': ['GET /a[/{x}]', { x: '100%25' }] },
  },
  {
    name: 'a default does not make a required placeholder optional',
    routes: [['GET /u/{id}', { defaults: { id: '1' } }]],
    expect: { 'GET /u': 404, 'GET /u/': 404, 'GET /u/7': ['GET /u/{id}', { id: '7' }] },
  },
  {
    name: 'a default whose name is not a placeholder is a param of every match',
    routes: [
      ['GET /a', { defaults: { section: 'news' } }],
      ['GET /b/{id}', { defaults: { section: '100%25' } }],
      ['GET /c[/{page}]', { defaults: { section: 'old', page: '1' } }],
    ],
    expect: {
      'GET /a': ['GET /a', { section: 'news' }],
      'GET /b/7': ['GET /b/{id}', { id: '7', section: '100%25' }],
      'GET /c': ['GET /c[/{page}]', { section: 'old', page: '1' }],
      'GET /c/2': ['GET /c[/{page}]', { section: 'old', page: '2' }],
    },
  },
  {
    name: 'a default is the value of a catch-all that was left out, not of an empty one',
    routes: [['GET /f[/{rest...}]', { defaults: { rest: 'index' } }]],
    expect: {
      'GET /f': ['GET /f[/{rest...}]', { rest: 'index' }],
      'GET /f/': ['GET /f[/{rest...}]', { rest: '' }],
      'GET /f/a': ['GET /f[/{rest...}]', { rest: 'a' }],
    },
  },
]
