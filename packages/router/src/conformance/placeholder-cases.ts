import type { RoutingCase } from './routing-case.ts'

export const placeholderCases: readonly RoutingCase[] = [
  {
    name: 'a placeholder matches one segment',
    routes: ['GET /users/{id}'],
    expect: {
      'GET /users/7': ['GET /users/{id}', { id: '7' }],
      'GET /users/a-b.c~d': ['GET /users/{id}', { id: 'a-b.c~d' }],
      'GET /users': 404,
      'GET /users/7/8': 404,
      'GET /user/7': 404,
    },
  },
  {
    name: 'a placeholder never matches an empty segment',
    routes: ['GET /users/{id}', 'GET /a/{id}/b'],
    expect: { 'GET /users/': 404, 'GET /users//': 404, 'GET /a//b': 404 },
  },
  {
    name: 'a placeholder never matches an empty segment, even if another route has a catch-all',
    routes: ['GET /a/{id}', 'GET /b/{rest...}', 'GET /{x}/c'],
    expect: { 'GET /a/': 404, 'GET //c': 404, 'GET /b/': ['GET /b/{rest...}', { rest: '' }] },
  },
  {
    name: 'a route with a placeholder does not match a path with a further trailing slash',
    routes: ['GET /users/{id}', 'GET /posts/{id}/'],
    expect: {
      'GET /users/7/': 404,
      'GET /posts/7': 404,
      'GET /posts/7/': ['GET /posts/{id}/', { id: '7' }],
      'GET /posts/7//': 404,
      'GET /posts//': 404,
    },
  },
  {
    name: 'duplicate slashes beside a placeholder are not merged',
    routes: ['GET /a/{id}/b', 'GET /c//{id}'],
    expect: {
      'GET /a/1//b': 404,
      'GET /a//1/b': 404,
      'GET /c//1': ['GET /c//{id}', { id: '1' }],
      'GET /c/1': 404,
    },
  },
  {
    name: 'a path with a placeholder is case-sensitive, and the value of the placeholder keeps the case of its letters',
    routes: ['GET /Users/{id}/Edit'],
    expect: {
      'GET /Users/AbC/Edit': ['GET /Users/{id}/Edit', { id: 'AbC' }],
      'GET /users/AbC/Edit': 404,
      'GET /Users/AbC/edit': 404,
    },
  },
  {
    name: 'a placeholder may be the first segment',
    routes: ['GET /{id}'],
    expect: { 'GET /7': ['GET /{id}', { id: '7' }], 'GET /': 404, 'GET /7/': 404 },
  },
  {
    name: 'a path may have several placeholders',
    routes: ['GET /{year}/{month}/{day}', 'GET /u/{user}/posts/{post}'],
    expect: {
      'GET /2026/11/21': ['GET /{year}/{month}/{day}', { year: '2026', month: '11', day: '21' }],
      'GET /u/7/posts/9': ['GET /u/{user}/posts/{post}', { user: '7', post: '9' }],
      'GET /u/7/posts/': 404,
    },
  },
  {
    name: 'a path may have ten placeholders',
    routes: ['GET /{a}/{b}/{c}/{d}/{e}/{f}/{g}/{h}/{i}/{j}'],
    expect: {
      'GET /1/2/3/4/5/6/7/8/9/10': [
        'GET /{a}/{b}/{c}/{d}/{e}/{f}/{g}/{h}/{i}/{j}',
        { a: '1', b: '2', c: '3', d: '4', e: '5', f: '6', g: '7', h: '8', i: '9', j: '10' },
      ],
    },
  },
  {
    name: 'params have the names of the placeholders of the route that matched',
    routes: ['GET /users/{id}', 'GET /users/{user}/posts', 'POST /users/{name}'],
    expect: {
      'GET /users/7': ['GET /users/{id}', { id: '7' }],
      'GET /users/7/posts': ['GET /users/{user}/posts', { user: '7' }],
      'POST /users/7': ['POST /users/{name}', { name: '7' }],
    },
  },
  {
    name: 'params have no values of another route that matched only the beginning of the path',
    routes: ['GET /{a}/x/{b}/y', 'GET /{c}/{d}/{e}/z'],
    expect: { 'GET /1/x/2/z': ['GET /{c}/{d}/{e}/z', { c: '1', d: 'x', e: '2' }] },
  },
  {
    name: 'a placeholder may be named like a property of every object, such as constructor',
    routes: ['GET /a/{constructor}', 'GET /b/{toString}/{valueOf}', 'GET /c/{hasOwnProperty}[/{isPrototypeOf}]'],
    expect: {
      'GET /a/1': ['GET /a/{constructor}', { constructor: '1' }],
      'GET /b/1/2': ['GET /b/{toString}/{valueOf}', { toString: '1', valueOf: '2' }],
      'GET /c/1': ['GET /c/{hasOwnProperty}[/{isPrototypeOf}]', { hasOwnProperty: '1' }],
    },
  },
  {
    name: 'a placeholder may have a name that routing code often uses itself, such as groups or params',
    routes: ['GET /a/{index}/{input}/{groups}', 'GET /b/{params}/{wild}/{_}'],
    expect: {
      'GET /a/1/2/3': ['GET /a/{index}/{input}/{groups}', { index: '1', input: '2', groups: '3' }],
      'GET /b/1/2/3': ['GET /b/{params}/{wild}/{_}', { params: '1', wild: '2', _: '3' }],
    },
  },
  {
    name: 'a value may be the name of an object property, such as __proto__',
    routes: ['GET /p/{value}'],
    expect: {
      'GET /p/__proto__': ['GET /p/{value}', { value: '__proto__' }],
      'GET /p/constructor': ['GET /p/{value}', { value: 'constructor' }],
    },
  },
  {
    name: 'a placeholder may have literal text before it (a prefix) in its segment',
    routes: ['GET /a/v{version}', 'GET /~{user}', 'GET /@{user}/x'],
    expect: {
      'GET /a/v2': ['GET /a/v{version}', { version: '2' }],
      'GET /a/w2': 404,
      'GET /a/V2': 404,
      'GET /a/2': 404,
      'GET /~joe': ['GET /~{user}', { user: 'joe' }],
      'GET /@joe/x': ['GET /@{user}/x', { user: 'joe' }],
    },
  },
  {
    name: 'a placeholder after literal text does not match an empty value',
    routes: ['GET /a/v{version}', 'GET /b/v{version}/c'],
    expect: { 'GET /a/v': 404, 'GET /b/v/c': 404, 'GET /a/v/': 404 },
  },
  {
    name: 'a placeholder may have literal text after it (a suffix) in its segment',
    routes: ['GET /{page}.html', 'GET /w/{width}px', 'GET /x/{name}@2x/y'],
    expect: {
      'GET /about.html': ['GET /{page}.html', { page: 'about' }],
      'GET /about.htm': 404,
      'GET /about.html5': 404,
      'GET /aboutxhtml': 404,
      'GET /w/12px': ['GET /w/{width}px', { width: '12' }],
      'GET /w/12': 404,
      'GET /x/icon@2x/y': ['GET /x/{name}@2x/y', { name: 'icon' }],
    },
  },
  {
    name: 'a placeholder before literal text does not match an empty value',
    routes: ['GET /{page}.html', 'GET /w/{width}px/x'],
    expect: { 'GET /.html': 404, 'GET /w/px/x': 404 },
  },
  {
    name: 'the literal text after a placeholder is the end of the segment, even if the value contains the same text',
    routes: ['GET /{name}.tar', 'GET /w/{width}px'],
    expect: {
      'GET /a.tar.tar': ['GET /{name}.tar', { name: 'a.tar' }],
      'GET /a.tar.gz': 404,
      'GET /w/pxpx': ['GET /w/{width}px', { width: 'px' }],
    },
  },
  {
    name: 'a placeholder may have literal text both before and after it',
    routes: ['GET /f-{id}.html', 'GET /x/({id})'],
    expect: {
      'GET /f-7.html': ['GET /f-{id}.html', { id: '7' }],
      'GET /f-.html': 404,
      'GET /f-7.htm': 404,
      'GET /g-7.html': 404,
      'GET /f-7.html/': 404,
      'GET /x/(7)': ['GET /x/({id})', { id: '7' }],
      'GET /x/7': 404,
    },
  },
  {
    name: 'the literal texts before and after a placeholder do not overlap in a path',
    routes: ['GET /ab{x}ba'],
    expect: { 'GET /aba': 404, 'GET /abba': 404, 'GET /ab-ba': ['GET /ab{x}ba', { x: '-' }] },
  },
  {
    name: 'colons may stand before and after a placeholder',
    routes: ['GET /v1/{name}:cancel', 'GET /id:{id}', 'GET /::{x}::'],
    expect: {
      'GET /v1/job:cancel': ['GET /v1/{name}:cancel', { name: 'job' }],
      'GET /v1/job:': 404,
      'GET /v1/job': 404,
      'GET /id:7': ['GET /id:{id}', { id: '7' }],
      'GET /id7': 404,
      'GET /::7::': ['GET /::{x}::', { x: '7' }],
      'GET /:7:': 404,
    },
  },
  {
    name: 'literal text around a placeholder is not read as a regular expression',
    routes: ['GET /a.{x}', 'GET /{x}+', 'GET /b({x})!'],
    expect: {
      'GET /a.1': ['GET /a.{x}', { x: '1' }],
      'GET /ab1': 404,
      'GET /1+': ['GET /{x}+', { x: '1' }],
      'GET /11': 404,
      'GET /b(1)!': ['GET /b({x})!', { x: '1' }],
    },
  },
  {
    name: 'literal text around a placeholder matches in its percent-encoded spelling',
    routes: ['GET /é{x}', 'GET /{x} €', 'GET /%25{x}'],
    expect: {
      'GET /%C3%A91': ['GET /é{x}', { x: '1' }],
      'GET /%C3%A9%C3%A9': ['GET /é{x}', { x: 'é' }],
      'GET /1%20%E2%82%AC': ['GET /{x} €', { x: '1' }],
      'GET /%251': ['GET /%25{x}', { x: '1' }],
    },
  },
  {
    name: 'literal text after a placeholder is not found inside of a percent-encoded character',
    routes: ['GET /a/{x}0', 'GET /b/{x}9', 'GET /{any}/{x}'],
    expect: {
      'GET /a/10': ['GET /a/{x}0', { x: '1' }],
      'GET /a/1%20': ['GET /{any}/{x}', { any: 'a', x: '1 ' }],
      'GET /b/%C3%A9': ['GET /{any}/{x}', { any: 'b', x: 'é' }],
      'GET /b/%C3%A99': ['GET /b/{x}9', { x: 'é' }],
    },
  },
  {
    name: 'a value between two literal texts is percent-decoded once',
    routes: ['GET /f-{id}.html'],
    expect: {
      'GET /f-a%20b.html': ['GET /f-{id}.html', { id: 'a b' }],
      'GET /f-%2561.html': ['GET /f-{id}.html', { id: '%61' }],
      'GET /f-%C3%A9.html': ['GET /f-{id}.html', { id: 'é' }],
    },
  },
  {
    name: 'routes with literal text before a placeholder, after it or nowhere beside it are matched side by side',
    routes: ['GET /a-{x}/1', 'GET /{y}.js/2', 'GET /{z}/3'],
    expect: {
      'GET /a-b/1': ['GET /a-{x}/1', { x: 'b' }],
      'GET /b.js/2': ['GET /{y}.js/2', { y: 'b' }],
      'GET /a-b.js/1': ['GET /a-{x}/1', { x: 'b.js' }],
      'GET /a-b.js/2': ['GET /{y}.js/2', { y: 'a-b' }],
      'GET /a-b.js/3': ['GET /{z}/3', { z: 'a-b.js' }],
    },
  },
]
