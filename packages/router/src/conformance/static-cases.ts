import type { RoutingCase } from './routing-case.ts'

export const staticCases: readonly RoutingCase[] = [
  {
    name: 'a static route matches its whole path and no other',
    routes: ['GET /about/us'],
    expect: { 'GET /about/us': 'GET /about/us', 'GET /about/u': 404, 'GET /about/uss': 404, 'GET /about': 404 },
  },
  {
    name: 'a static route does not match a longer path that begins with its own path',
    routes: ['GET /a', 'GET /ab', 'GET /a/b', 'GET /a/b/c', 'GET /abc'],
    expect: {
      'GET /a': 'GET /a',
      'GET /ab': 'GET /ab',
      'GET /abc': 'GET /abc',
      'GET /a/b': 'GET /a/b',
      'GET /a/b/c': 'GET /a/b/c',
      'GET /abcd': 404,
      'GET /a/b/c/d': 404,
    },
  },
  {
    name: 'the path / matches only a route with the path /',
    routes: ['GET /'],
    expect: { 'GET /': 'GET /', 'GET //': 404, 'GET /a': 404 },
  },
  {
    name: 'the path / is not found if only other paths have routes',
    routes: ['GET /a', 'GET /{id}'],
    expect: { 'GET /': 404 },
  },
  {
    name: 'a static route is case-sensitive',
    routes: ['GET /About'],
    expect: { 'GET /About': 'GET /About', 'GET /about': 404, 'GET /ABOUT': 404 },
  },
  {
    name: 'a trailing slash is significant: /a and /a/ are different paths',
    routes: ['GET /a', 'GET /b/'],
    expect: { 'GET /a': 'GET /a', 'GET /a/': 404, 'GET /b/': 'GET /b/', 'GET /b': 404, 'GET /b//': 404 },
  },
  {
    name: 'a path with a trailing slash and the same path without it may have different routes',
    routes: ['GET /a', 'GET /a/'],
    expect: { 'GET /a': 'GET /a', 'GET /a/': 'GET /a/' },
  },
  {
    name: 'duplicate slashes are significant: /a/b and /a//b are different paths',
    routes: ['GET /a/b', 'GET /c//d'],
    expect: {
      'GET /a//b': 404,
      'GET //a/b': 404,
      'GET /a/b//': 404,
      'GET /c//d': 'GET /c//d',
      'GET /c/d': 404,
      'GET /c///d': 404,
    },
  },
  {
    name: 'literal text is not read as a regular expression: . + ( ) $ | are ordinary characters',
    routes: ['GET /a.b', 'GET /a+b', 'GET /(a)', 'GET /a$', 'GET /a%7Cb', 'GET /a.'],
    expect: {
      'GET /a.b': 'GET /a.b',
      'GET /axb': 404,
      'GET /a+b': 'GET /a+b',
      'GET /aab': 404,
      'GET /(a)': 'GET /(a)',
      'GET /a': 404,
      'GET /a$': 'GET /a$',
      'GET /a%7Cb': 'GET /a%7Cb',
      'GET /b': 404,
      'GET /a.': 'GET /a.',
    },
  },
  {
    name: 'a colon in literal text matches a colon and nothing else',
    routes: ['GET /v1:list', 'GET /a:b/c:d', 'GET /x::y'],
    expect: {
      'GET /v1:list': 'GET /v1:list',
      'GET /v1zlist': 404,
      'GET /v1': 404,
      'GET /a:b/c:d': 'GET /a:b/c:d',
      'GET /ab/c:d': 404,
      'GET /x::y': 'GET /x::y',
      'GET /x:y': 404,
    },
  },
  {
    name: 'an encoded asterisk in literal text is not a wildcard',
    routes: ['GET /a/%2A', 'GET /%2A'],
    expect: { 'GET /a/%2A': 'GET /a/%2A', 'GET /a/b': 404, 'GET /%2A': 'GET /%2A', 'GET /b': 404 },
  },
  {
    name: "the characters ~ - _ . ! ' & , ; = @ stand for themselves in a path",
    routes: ["GET /~-_.!'&,;=@"],
    expect: { "GET /~-_.!'&,;=@": "GET /~-_.!'&,;=@", 'GET /~-_.!': 404, "GET /~-_.!'&,": 404 },
  },
  {
    name: 'a semicolon in the path of a request does not end the path',
    routes: ['GET /a'],
    expect: { 'GET /a;b': 404, 'GET /a;': 404, 'GET /a;/b': 404 },
  },
  {
    name: 'a segment may be the name of an object property, such as constructor',
    routes: ['GET /constructor', 'GET /__proto__/a'],
    expect: {
      'GET /constructor': 'GET /constructor',
      'GET /__proto__/a': 'GET /__proto__/a',
      'GET /toString': 404,
      'GET /__proto__': 404,
      'GET /hasOwnProperty/a': 404,
    },
  },
  {
    name: 'without any routes, no path is found',
    routes: [],
    expect: { 'GET /': 404, 'GET /a/b': 404, 'POST /': 404 },
  },
]
