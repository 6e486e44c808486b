import type { RoutingCase } from './routing-case.ts'

/** Rules for the values of several placeholders in one segment. */
export const compoundCases: readonly RoutingCase[] = [
  {
    name: 'a segment may hold several placeholders with literal text between them',
    routes: ['GET /{from}-{to}', 'GET /map/{lat},{lng}', 'GET /v{major}.{minor}.{patch}/notes'],
    expect: {
      'GET /x-y': ['GET /{from}-{to}', { from: 'x', to: 'y' }],
      'GET /x': 404,
      'GET /x-y/': 404,
      'GET /x/-y': 404,
      'GET /map/52.5,13.4': ['GET /map/{lat},{lng}', { lat: '52.5', lng: '13.4' }],
      'GET /map/52.5;13.4': 404,
      'GET /v1.2.3/notes': ['GET /v{major}.{minor}.{patch}/notes', { major: '1', minor: '2', patch: '3' }],
      'GET /v1.2/notes': 404,
    },
  },
  {
    name: 'each of several values in a segment takes as many characters as possible, earlier values first',
    routes: ['GET /{a}-{b}', 'GET /x/{a}-{b}-{c}', 'GET /y/{name}.{type}', 'GET /z/{a}--{b}'],
    expect: {
      'GET /x-y-z': ['GET /{a}-{b}', { a: 'x-y', b: 'z' }],
      'GET /x--z': ['GET /{a}-{b}', { a: 'x-', b: 'z' }],
      'GET /x/1-2-3-4': ['GET /x/{a}-{b}-{c}', { a: '1-2', b: '3', c: '4' }],
      'GET /y/a.tar.gz': ['GET /y/{name}.{type}', { name: 'a.tar', type: 'gz' }],
      'GET /z/1---2': ['GET /z/{a}--{b}', { a: '1-', b: '2' }],
    },
  },
  {
    name: 'none of several placeholders in a segment matches an empty value',
    routes: ['GET /{a}-{b}', 'GET /x/{a}-{b}-{c}', 'GET /y/({a}-{b})'],
    expect: {
      'GET /-': 404,
      'GET /x-': 404,
      'GET /-y': 404,
      'GET /x-y-': ['GET /{a}-{b}', { a: 'x', b: 'y-' }],
      'GET /-x-y': ['GET /{a}-{b}', { a: '-x', b: 'y' }],
      'GET /x/---': 404,
      'GET /x/-----': ['GET /x/{a}-{b}-{c}', { a: '-', b: '-', c: '-' }],
      'GET /y/(-)': 404,
      'GET /y/(1-2)': ['GET /y/({a}-{b})', { a: '1', b: '2' }],
    },
  },
  {
    name: 'literal text between two values is not found inside of a percent-encoded character',
    routes: ['GET /{a}0{b}', 'GET /x/{a}A9{b}', 'GET /y/{a}é{b}'],
    expect: {
      'GET /1%202': 404,
      'GET /1%2002': ['GET /{a}0{b}', { a: '1 ', b: '2' }],
      'GET /%200%20': ['GET /{a}0{b}', { a: ' ', b: ' ' }],
      'GET /x/%C3%A9%C3%A9': 404,
      'GET /x/%C3%A9A9%C3%A9': ['GET /x/{a}A9{b}', { a: 'é', b: 'é' }],
      'GET /y/1%C3%A92': ['GET /y/{a}é{b}', { a: '1', b: '2' }],
    },
  },
  {
    name: 'several values in a segment are percent-decoded, but the literal text between them has to be unencoded',
    routes: ['GET /{a},{b}'],
    expect: {
      'GET /a%20b,c%2Cd': ['GET /{a},{b}', { a: 'a b', b: 'c,d' }],
      'GET /a%2Cb': 404,
      'GET /%2561,%C3%A9': ['GET /{a},{b}', { a: '%61', b: 'é' }],
    },
  },
  {
    name: 'a segment with several placeholders may stand in an optional part, and beside other such segments',
    routes: ['GET /log[/{from}-{to}[/{page}]]', 'GET /{a}-{b}/{c}.{d}/{rest...}'],
    expect: {
      'GET /log': 'GET /log[/{from}-{to}[/{page}]]',
      'GET /log/1-2': ['GET /log[/{from}-{to}[/{page}]]', { from: '1', to: '2' }],
      'GET /log/1-2/3': ['GET /log[/{from}-{to}[/{page}]]', { from: '1', to: '2', page: '3' }],
      'GET /log/12/3': 404,
      'GET /1-2/3.4/5/6': ['GET /{a}-{b}/{c}.{d}/{rest...}', { a: '1', b: '2', c: '3', d: '4', rest: '5/6' }],
    },
  },
  {
    name: 'a path that lacks the literal text between the placeholders of one route may match other routes',
    routes: ['GET /{a}-{b}/x', 'POST /{any}/x', 'GET /f/{a}.{b}', 'GET /{folder}/{name}'],
    expect: {
      'GET /ab/x': ['GET /{folder}/{name}', { folder: 'ab', name: 'x' }],
      'PUT /ab/x': { allow: ['POST', 'GET'] },
      'GET /f/ab': ['GET /{folder}/{name}', { folder: 'f', name: 'ab' }],
    },
  },
  {
    name: 'a segment of 8 KiB is split into the values of several placeholders',
    routes: ['GET /{a}-{b}-{c}-{d}-{e}'],
    expect: {
      [`GET /${'-'.repeat(8192)}`]: [
        'GET /{a}-{b}-{c}-{d}-{e}',
        { a: '-'.repeat(8184), b: '-', c: '-', d: '-', e: '-' },
      ],
    },
  },
]

/** Rules for tokens of several placeholders in one segment, on a router that honors tokens. */
export const compoundTokenCases: readonly RoutingCase[] = [
  {
    name: 'a value whose token cannot match the literal text after it ends at the first occurrence of that text',
    routes: ['GET /{id:\\d+}-{slug}', 'GET /x/{y:\\d{4}}-{m:\\d\\d}-{title}', 'GET /y/{id:\\d+}-{a}-{b}'],
    expect: {
      'GET /42-my-first-post': ['GET /{id:\\d+}-{slug}', { id: '42', slug: 'my-first-post' }],
      'GET /my-42': 404,
      'GET /42-': 404,
      'GET /x/2026-11-a-b': ['GET /x/{y:\\d{4}}-{m:\\d\\d}-{title}', { y: '2026', m: '11', title: 'a-b' }],
      'GET /x/2026-1-a-b': 404,
      'GET /y/1-2-3-4': ['GET /y/{id:\\d+}-{a}-{b}', { id: '1', a: '2-3', b: '4' }],
    },
  },
  {
    name: 'from the first value whose token could match the literal text after it, each value takes as many characters as possible',
    routes: ['GET /{name:[a-z-]+}-{id:\\d+}', 'GET /x/{any}.{type:[a-z]+}', 'GET /y/{a}-{id:\\d+}-{b}'],
    expect: {
      'GET /my-post-42': ['GET /{name:[a-z-]+}-{id:\\d+}', { name: 'my-post', id: '42' }],
      'GET /my-post': 404,
      'GET /x/a.tar.gz': ['GET /x/{any}.{type:[a-z]+}', { any: 'a.tar', type: 'gz' }],
      'GET /x/a.b.7': 404,
      'GET /y/a-b-1-c': ['GET /y/{a}-{id:\\d+}-{b}', { a: 'a-b', id: '1', b: 'c' }],
      'GET /y/a-1-b-c': 404,
    },
  },
  {
    name: '2.1: the option `tokens` decides how a segment is split into several values',
    routes: [['GET /{id}-{slug}', { tokens: { id: '\\d+' } }]],
    expect: { 'GET /42-a-b': ['GET /{id}-{slug}', { id: '42', slug: 'a-b' }], 'GET /a-b': 404 },
  },
  {
    name: 'tokens of several values in a segment are tested against the decoded values',
    routes: ['GET /{a:[é ]+}-{b:[€]+}'],
    expect: { 'GET /%C3%A9%20-%E2%82%AC': ['GET /{a:[é ]+}-{b:[€]+}', { a: 'é ', b: '€' }], 'GET /e-%E2%82%AC': 404 },
  },
  {
    name: 'a path may match other routes if the tokens of several placeholders in a segment refuse their values',
    routes: ['GET /{a:\\d+}-{b:\\d+}', 'GET /{c:[a-z]+}-{d}', 'GET /{any}'],
    expect: {
      'GET /1-2': ['GET /{a:\\d+}-{b:\\d+}', { a: '1', b: '2' }],
      'GET /a-2': ['GET /{c:[a-z]+}-{d}', { c: 'a', d: '2' }],
      'GET /1-b': ['GET /{any}', { any: '1-b' }],
    },
  },
]
