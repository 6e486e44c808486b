import type { RoutingCase } from './routing-case.ts'

export const encodingCases: readonly RoutingCase[] = [
  {
    name: 'the literal text of a route matches paths that have the canonical spelling of this text',
    routes: ['GET /café', 'GET /a b', 'GET /%7Euser', 'GET /日本/{id}'],
    expect: {
      'GET /caf%C3%A9': 'GET /café',
      'GET /a%20b': 'GET /a b',
      'GET /a+b': 404,
      'GET /~user': 'GET /%7Euser',
      'GET /%E6%97%A5%E6%9C%AC/7': ['GET /日本/{id}', { id: '7' }],
    },
  },
  {
    name: 'an encoded delimiter, such as %2B, does not match the unencoded one',
    routes: ['GET /a+b', 'GET /c%2Bd', 'GET /e:f/{id}'],
    expect: {
      'GET /a%2Bb': 404,
      'GET /c%2Bd': 'GET /c%2Bd',
      'GET /c+d': 404,
      'GET /e:f/1': ['GET /e:f/{id}', { id: '1' }],
      'GET /e%3Af/1': 404,
    },
  },
  {
    name: 'a path is not decoded twice: /%2561dmin does not match /admin',
    routes: ['GET /admin', 'GET /100%25', 'GET /%2561/{id}'],
    expect: {
      'GET /%2561dmin': 404,
      'GET /100%25': 'GET /100%25',
      'GET /100%2525': 404,
      'GET /%2561/1': ['GET /%2561/{id}', { id: '1' }],
      'GET /a/1': 404,
    },
  },
  {
    name: 'a param is percent-decoded',
    routes: ['GET /p/{value}'],
    expect: {
      'GET /p/a%20b': ['GET /p/{value}', { value: 'a b' }],
      'GET /p/%E2%82%AC': ['GET /p/{value}', { value: '€' }],
      'GET /p/%F0%9F%98%80': ['GET /p/{value}', { value: '😀' }],
    },
  },
  {
    name: 'a param is decoded once',
    routes: ['GET /p/{value}', 'GET /f/{rest...}'],
    expect: {
      'GET /p/%25': ['GET /p/{value}', { value: '%' }],
      'GET /p/%2561': ['GET /p/{value}', { value: '%61' }],
      'GET /p/%2525': ['GET /p/{value}', { value: '%25' }],
      'GET /p/%25zz': ['GET /p/{value}', { value: '%zz' }],
      'GET /p/%252Fa': ['GET /p/{value}', { value: '%2Fa' }],
      'GET /f/%2561/%25': ['GET /f/{rest...}', { rest: '%61/%' }],
    },
  },
  {
    name: 'a plus sign in a param stays a plus sign',
    routes: ['GET /p/{value}'],
    expect: {
      'GET /p/a+b': ['GET /p/{value}', { value: 'a+b' }],
      'GET /p/a%2Bb': ['GET /p/{value}', { value: 'a+b' }],
    },
  },
  {
    name: 'encoded ? # * ; : & are decoded to ordinary characters of a param',
    routes: ['GET /p/{value}'],
    expect: {
      'GET /p/a%3Fb': ['GET /p/{value}', { value: 'a?b' }],
      'GET /p/a%23b': ['GET /p/{value}', { value: 'a#b' }],
      'GET /p/a%2Ab': ['GET /p/{value}', { value: 'a*b' }],
      'GET /p/%2A': ['GET /p/{value}', { value: '*' }],
      'GET /p/%3Aid': ['GET /p/{value}', { value: ':id' }],
      'GET /p/a%3Bb%26c': ['GET /p/{value}', { value: 'a;b&c' }],
    },
  },
  {
    name: 'unencoded * ; : & ( ) are ordinary characters of a param',
    routes: ['GET /p/{value}'],
    expect: {
      'GET /p/*': ['GET /p/{value}', { value: '*' }],
      'GET /p/:id': ['GET /p/{value}', { value: ':id' }],
      'GET /p/a;b=c&d': ['GET /p/{value}', { value: 'a;b=c&d' }],
      'GET /p/(a|b)': ['GET /p/{value}', { value: '(a|b)' }],
    },
  },
  {
    name: 'encoded braces and brackets are decoded to ordinary characters of a param',
    routes: ['GET /p/{value}'],
    expect: {
      'GET /p/%7Bid%7D': ['GET /p/{value}', { value: '{id}' }],
      'GET /p/%5Ba%5D': ['GET /p/{value}', { value: '[a]' }],
    },
  },
  {
    name: 'a composed letter (é) and a decomposed one (e and an accent) are different',
    routes: ['GET /p/{value}', 'GET /é'],
    expect: {
      'GET /p/e%CC%81': ['GET /p/{value}', { value: 'e\u0301' }],
      'GET /p/%C3%A9': ['GET /p/{value}', { value: '\u00e9' }],
      'GET /e%CC%81': 404,
    },
  },
  {
    name: 'a letter beyond ASCII does not match the ASCII letter that it becomes in another case',
    routes: ['GET /key', 'GET /admin'],
    expect: { 'GET /%E2%84%AAey': 404, 'GET /adm%C4%B1n': 404 },
  },
  {
    name: 'a line separator (U+2028) is an ordinary character of a param',
    routes: ['GET /p/{value}', 'GET /h/{value}.html', 'GET /f/{rest...}'],
    expect: {
      'GET /p/a%E2%80%A8b': ['GET /p/{value}', { value: 'a\u2028b' }],
      'GET /h/a%E2%80%A8b.html': ['GET /h/{value}.html', { value: 'a\u2028b' }],
      'GET /f/a%E2%80%A8b/c': ['GET /f/{rest...}', { rest: 'a\u2028b/c' }],
    },
  },
  {
    name: 'an encoded slash does not divide segments',
    routes: ['GET /p/a/b', 'GET /q/{x}/{y}', 'GET /r/{x}/b'],
    expect: { 'GET /p/a%2Fb': 404, 'GET /p%2Fa/b': 404, 'GET /q/a%2Fb': 404, 'GET /r%2Fa/b': 404, 'GET %2Fp/a/b': 404 },
  },
  {
    name: 'a full-width slash does not divide segments',
    routes: ['GET /a/b', 'GET /{value}'],
    expect: { 'GET /a%EF%BC%8Fb': ['GET /{value}', { value: 'a／b' }] },
  },
]
