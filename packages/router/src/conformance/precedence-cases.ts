import type { RoutingCase } from './routing-case.ts'

/** Rules for the choice among matching routes, on a router where the first registered route wins. */
export const registrationCases: readonly RoutingCase[] = [
  {
    name: 'a placeholder registered first wins over static text',
    routes: ['GET /u/{id}', 'GET /u/me'],
    expect: { 'GET /u/me': ['GET /u/{id}', { id: 'me' }] },
  },
  {
    name: 'static text registered first wins over a placeholder',
    routes: ['GET /u/me', 'GET /u/{id}'],
    expect: { 'GET /u/me': 'GET /u/me', 'GET /u/7': ['GET /u/{id}', { id: '7' }] },
  },
  {
    name: 'a catch-all registered first wins over all other routes',
    routes: ['GET /{rest...}', 'GET /a', 'GET /{id}'],
    expect: { 'GET /a': ['GET /{rest...}', { rest: 'a' }], 'GET /b': ['GET /{rest...}', { rest: 'b' }] },
  },
  {
    name: 'a catch-all registered last matches the paths that no earlier route matches',
    routes: ['GET /a', 'GET /{id}', 'GET /{rest...}'],
    expect: {
      'GET /a': 'GET /a',
      'GET /b': ['GET /{id}', { id: 'b' }],
      'GET /b/c': ['GET /{rest...}', { rest: 'b/c' }],
      'GET /': ['GET /{rest...}', { rest: '' }],
    },
  },
  {
    name: 'the route registered first wins, even if another one has static text in an earlier segment',
    routes: ['GET /{a}/x', 'GET /b/{c}'],
    expect: { 'GET /b/x': ['GET /{a}/x', { a: 'b' }], 'GET /b/y': ['GET /b/{c}', { c: 'y' }] },
  },
  {
    name: 'a route with an optional part, registered first, wins both with the part and without it',
    routes: ['GET /blog[/{page}]', 'GET /{x}', 'GET /blog/latest'],
    expect: { 'GET /blog': 'GET /blog[/{page}]', 'GET /blog/latest': ['GET /blog[/{page}]', { page: 'latest' }] },
  },
  {
    name: 'a placeholder registered first wins over a later route whose path is static without its optional part',
    routes: ['GET /{x}', 'GET /blog[/{page}]'],
    expect: { 'GET /blog': ['GET /{x}', { x: 'blog' }], 'GET /blog/2': ['GET /blog[/{page}]', { page: '2' }] },
  },
  {
    name: 'the route registered first wins among the routes for the method of the request',
    routes: ['POST /u/{id}', 'GET|POST /u/me', 'GET /u/{name}'],
    expect: { 'GET /u/me': 'GET|POST /u/me', 'POST /u/me': ['POST /u/{id}', { id: 'me' }] },
  },
  {
    name: 'a static route for any method wins over later routes, but not over earlier ones',
    routes: ['GET /{page}', 'any /about', 'POST /{form}'],
    expect: { 'GET /about': ['GET /{page}', { page: 'about' }], 'POST /about': 'any /about' },
  },
  {
    name: 'a placeholder registered first wins over placeholders with literal text around them',
    routes: ['GET /{any}', 'GET /a-{x}', 'GET /{y}.js'],
    expect: { 'GET /a-1': ['GET /{any}', { any: 'a-1' }], 'GET /b.js': ['GET /{any}', { any: 'b.js' }] },
  },
]

/** Rules for the choice among matching routes with tokens, on a router where the first registered route wins. */
export const registrationTokenCases: readonly RoutingCase[] = [
  {
    name: 'a placeholder registered first wins over one with a token',
    routes: ['GET /{any}', 'GET /{id:\\d+}'],
    expect: { 'GET /7': ['GET /{any}', { any: '7' }] },
  },
  {
    name: 'of two placeholders whose tokens match, the one registered first wins',
    routes: ['GET /{a:\\w+}', 'GET /{b:\\d+}', 'GET /x/{c:\\w+}/{d}', 'GET /x/{e:\\d+}/y'],
    expect: { 'GET /7': ['GET /{a:\\w+}', { a: '7' }], 'GET /x/7/y': ['GET /x/{c:\\w+}/{d}', { c: '7', d: 'y' }] },
  },
]

/** Rules for the choice among matching routes, on a router where the more specific route wins. */
export const specificityCases: readonly RoutingCase[] = [
  {
    name: 'static text wins over a placeholder, whichever was registered first',
    routes: ['GET /u/{id}', 'GET /u/me', 'GET /v/me', 'GET /v/{id}'],
    expect: {
      'GET /u/me': 'GET /u/me',
      'GET /u/7': ['GET /u/{id}', { id: '7' }],
      'GET /v/me': 'GET /v/me',
      'GET /v/7': ['GET /v/{id}', { id: '7' }],
    },
  },
  {
    name: 'a segment with several placeholders wins over a single placeholder without literal text beside it',
    routes: [
      'GET /{any}',
      'GET /{a}-{b}',
      'GET /{c}--{d}',
      'GET /{e}.js',
      'GET /f-{g}',
      'GET /{any}/x',
      'GET /{h}-{i}/{y}',
    ],
    expect: {
      'GET /x': ['GET /{any}', { any: 'x' }],
      'GET /x-y': ['GET /{a}-{b}', { a: 'x', b: 'y' }],
      'GET /x--y': ['GET /{c}--{d}', { c: 'x', d: 'y' }],
      'GET /x-y.js': ['GET /{e}.js', { e: 'x-y' }],
      'GET /f-x-y': ['GET /f-{g}', { g: 'x-y' }],
      'GET /1-2/x': ['GET /{h}-{i}/{y}', { h: '1', i: '2', y: 'x' }],
    },
  },
  {
    name: 'a placeholder wins over a catch-all, whichever was registered first',
    routes: ['GET /a/{rest...}', 'GET /a/{id}', 'GET /b/{id}', 'GET /b/{rest...}'],
    expect: {
      'GET /a/7': ['GET /a/{id}', { id: '7' }],
      'GET /a/7/8': ['GET /a/{rest...}', { rest: '7/8' }],
      'GET /a/': ['GET /a/{rest...}', { rest: '' }],
      'GET /b/7': ['GET /b/{id}', { id: '7' }],
      'GET /b/': ['GET /b/{rest...}', { rest: '' }],
    },
  },
  {
    name: 'static text wins over a catch-all, whichever was registered first',
    routes: ['GET /{rest...}', 'GET /a', 'GET /a/b/{id}'],
    expect: {
      'GET /a': 'GET /a',
      'GET /a/b/7': ['GET /a/b/{id}', { id: '7' }],
      'GET /a/b': ['GET /{rest...}', { rest: 'a/b' }],
    },
  },
  {
    name: 'specificity is judged from the left, segment by segment',
    routes: ['GET /{a}/x', 'GET /b/{c}', 'GET /{d}/x/{e}', 'GET /b/{f}/y'],
    expect: {
      'GET /b/x': ['GET /b/{c}', { c: 'x' }],
      'GET /c/x': ['GET /{a}/x', { a: 'c' }],
      'GET /b/x/y': ['GET /b/{f}/y', { f: 'x' }],
      'GET /b/x/z': ['GET /{d}/x/{e}', { d: 'b', e: 'z' }],
    },
  },
  {
    name: 'a catch-all after static text wins over static text after a placeholder',
    routes: ['GET /{a}/b', 'GET /a/{rest...}'],
    expect: { 'GET /a/b': ['GET /a/{rest...}', { rest: 'b' }], 'GET /x/b': ['GET /{a}/b', { a: 'x' }] },
  },
  {
    name: 'if the more specific route matches only the beginning of a path, the next route is tried',
    routes: ['GET /a/b/{x}/c', 'GET /a/{y}/z/d', 'GET /{w}/b/z/e', 'GET /{rest...}'],
    expect: {
      'GET /a/b/z/c': ['GET /a/b/{x}/c', { x: 'z' }],
      'GET /a/b/z/d': ['GET /a/{y}/z/d', { y: 'b' }],
      'GET /a/b/z/e': ['GET /{w}/b/z/e', { w: 'a' }],
      'GET /a/b/z/f': ['GET /{rest...}', { rest: 'a/b/z/f' }],
    },
  },
  {
    name: 'a placeholder with literal text before or after it wins over one without such text',
    routes: ['GET /{any}', 'GET /a-{x}', 'GET /{y}.js', 'GET /{rest...}'],
    expect: {
      'GET /a-1': ['GET /a-{x}', { x: '1' }],
      'GET /b.js': ['GET /{y}.js', { y: 'b' }],
      'GET /b': ['GET /{any}', { any: 'b' }],
    },
  },
  {
    name: 'a placeholder with more literal text before or after it wins over one with less',
    routes: ['GET /a{x}', 'GET /ab{y}', 'GET /{u}.gz', 'GET /{v}.tar.gz'],
    expect: {
      'GET /abc': ['GET /ab{y}', { y: 'c' }],
      'GET /acc': ['GET /a{x}', { x: 'cc' }],
      'GET /1.tar.gz': ['GET /{v}.tar.gz', { v: '1' }],
      'GET /1.gz': ['GET /{u}.gz', { u: '1' }],
    },
  },
  {
    name: 'static text wins over a placeholder with literal text around it',
    routes: ['GET /a{x}/1', 'GET /ab/{y}', 'GET /{z}c/1', 'GET /cc/{w}'],
    expect: { 'GET /ab/1': ['GET /ab/{y}', { y: '1' }], 'GET /cc/1': ['GET /cc/{w}', { w: '1' }] },
  },
  {
    name: 'the specificity of a path with an optional part is judged separately with the part and without it',
    routes: ['GET /{x}', 'GET /blog[/{page}]', 'GET /blog/latest', 'GET /{y}/{z}'],
    expect: {
      'GET /blog': 'GET /blog[/{page}]',
      'GET /blog/latest': 'GET /blog/latest',
      'GET /blog/2': ['GET /blog[/{page}]', { page: '2' }],
      'GET /log/2': ['GET /{y}/{z}', { y: 'log', z: '2' }],
    },
  },
  {
    name: 'the more specific route wins among the routes that have the method of the request',
    routes: ['GET /u/{id}', 'POST /u/me', 'any /w/me', 'GET /w/{id}'],
    expect: { 'GET /u/me': ['GET /u/{id}', { id: 'me' }], 'GET /w/me': 'any /w/me' },
  },
]

/** Rules for the choice among matching routes with tokens, on a router where the more specific route wins. */
export const specificityTokenCases: readonly RoutingCase[] = [
  {
    name: 'a placeholder with a token wins over one without a token, whichever was registered first',
    routes: ['GET /{any}', 'GET /{id:\\d+}', 'GET /x/{id:\\d+}', 'GET /x/{any}'],
    expect: {
      'GET /7': ['GET /{id:\\d+}', { id: '7' }],
      'GET /joe': ['GET /{any}', { any: 'joe' }],
      'GET /x/7': ['GET /x/{id:\\d+}', { id: '7' }],
    },
  },
  {
    name: 'a placeholder with a token wins over one without a token, also if a catch-all follows',
    routes: ['GET /{any}/{rest...}', 'GET /{id:\\d+}/{rest...}'],
    expect: {
      'GET /7/x': ['GET /{id:\\d+}/{rest...}', { id: '7', rest: 'x' }],
      'GET /7/': ['GET /{id:\\d+}/{rest...}', { id: '7', rest: '' }],
      'GET /joe/': ['GET /{any}/{rest...}', { any: 'joe', rest: '' }],
    },
  },
  {
    name: 'static text wins over a placeholder with a token',
    routes: ['GET /{x:\\w+}', 'GET /me'],
    expect: { 'GET /me': 'GET /me' },
  },
  {
    name: 'of two placeholders whose tokens match, the one registered first wins',
    routes: ['GET /{a:\\w+}', 'GET /{b:\\d+}'],
    expect: { 'GET /7': ['GET /{a:\\w+}', { a: '7' }] },
  },
  {
    name: 'placeholders with different tokens are equally specific, so that the next segment decides',
    routes: ['GET /{a:\\w+}/{b}', 'GET /{c:\\d+}/x'],
    expect: { 'GET /7/x': ['GET /{c:\\d+}/x', { c: '7' }], 'GET /7/y': ['GET /{a:\\w+}/{b}', { a: '7', b: 'y' }] },
  },
]
