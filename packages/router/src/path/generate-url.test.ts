import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { runs } from '../../../../test/programs/sampled.ts'
import { placeholdersOf } from '../adapter.ts'
import { ReferenceRouter } from '../conformance.ts'
import { canonicalPath, generateUrl, Route, type RouteOptions, type UrlOptions } from '../index.ts'

const route = (path: string, options: RouteOptions = {}): Route => new Route(path, null, ['GET']).setOptions(options)

const ROUND_TRIPS = [
  '/{a}',
  '/{a}/{b}',
  '/x-{a}.html',
  '/{a}0',
  '/.{a}',
  '/{a:\\w+}',
  '/n/{a}[/{b}[/{c}]]',
  '/f/{rest...}',
  '/g/{rest:.+}',
  '/h/{rest...:[a-z/.]*}',
  '/{a}-{b}',
  '/x{a}0{b}.{c}',
  '/{a:\\d+}-{b}[/{c}]',
].map((path) => route(path))

const value = fc.oneof(
  fc.string({ unit: fc.constantFrom('-', '0', '.', 'a', ' '), minLength: 1, maxLength: 4 }),
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.constantFrom('.', '..', 'a', '0', 'a b', '%61', 'a/b', '/', '€', '100%', '~'),
)

const values = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'rest'), value, { noNullPrototype: true })

describe('generateUrl', () => {
  it('generateUrl() returns the canonical path of a route without placeholders', () => {
    expect(generateUrl(route('/'))).toBe('/')
    expect(generateUrl(route('/a/b/'))).toBe('/a/b/')
    expect(generateUrl(route('/café'))).toBe('/caf%C3%A9')
  })

  it('generateUrl() fills placeholders with strings and numbers', () => {
    expect(generateUrl(route('/users/{id}'), { id: '7' })).toBe('/users/7')
    expect(generateUrl(route('/users/{id}'), { id: 7 })).toBe('/users/7')
    expect(generateUrl(route('/f-{id}.html'), { id: 'a' })).toBe('/f-a.html')
    expect(generateUrl(route('/{constructor}'), { constructor: 'x' } as never)).toBe('/x')
  })

  it('generateUrl() fills in several placeholders of one segment', () => {
    expect(generateUrl(route('/{from}-{to}'), { from: 'a b', to: 7 })).toBe('/a%20b-7')
    expect(generateUrl(route('/{from}-{to}'), { from: 'x-y', to: 'z' })).toBe('/x-y-z')
    expect(generateUrl(route('/{id:\\d+}-{slug}'), { id: 42, slug: 'my-post' })).toBe('/42-my-post')
    expect(generateUrl(route('/map/{lat},{lng}'), { lat: 52.5, lng: -13.4 })).toBe('/map/52.5,-13.4')
    expect(generateUrl(route('/log[/{from}-{to}]'), { from: 1 })).toBe('/log')
    expect(generateUrl(route('/{a}.{b}'), { a: '.', b: '.' })).toBe('/...')
  })

  it('generateUrl() leaves out an optional part for which no param is given', () => {
    const nested = route('/n/{a}[/{b}[/{c}]]')

    expect(generateUrl(nested, { a: '1' })).toBe('/n/1')
    expect(generateUrl(nested, { a: '1', b: '2' })).toBe('/n/1/2')
    expect(generateUrl(nested, { a: '1', b: '2', c: '3' })).toBe('/n/1/2/3')
    expect(generateUrl(nested, { a: '1', b: undefined })).toBe('/n/1')
    expect(generateUrl(route('/docs[/latest]'))).toBe('/docs')
    expect(generateUrl(route('/a[/v/{b}/x]'), { b: '1' })).toBe('/a/v/1/x')
  })

  it('generateUrl() leaves out an optional part with a missing param, and all parts inside of it', () => {
    expect(generateUrl(route('/n[/{b}[/{c}]]'), { c: '3' })).toBe('/n')
    expect(generateUrl(route('/n[/{b}/{c}]'), { b: '2' })).toBe('/n')
    expect(generateUrl(route('/n[/{b}[/{c}]]', { defaults: { b: 'x' } }), { c: '3' })).toBe('/n/x/3')
    expect(generateUrl(route('/n[/v[/{c}]]'), { c: '3' })).toBe('/n/v/3')
  })

  it('generateUrl() ignores params that are not placeholders of the path, such as other members of an object', () => {
    const user = { id: 7, name: 'Ada', born: new Date(0), ids: [1] }

    expect(generateUrl(route('/users/{id}'), user as never)).toBe('/users/7')
    expect(generateUrl(route('/a'), { id: '7' })).toBe('/a')
  })

  it('generateUrl() fills in a catch-all with its slashes', () => {
    expect(generateUrl(route('/files/{rest...}'), { rest: 'a/b c.txt' })).toBe('/files/a/b%20c.txt')
    expect(generateUrl(route('/files/{rest...}'), { rest: '' })).toBe('/files/')
    expect(generateUrl(route('/files[/{rest...}]'))).toBe('/files')
    expect(generateUrl(route('/files/{rest:.+}'), { rest: 'a/b' })).toBe('/files/a/b')
  })

  it('generateUrl() uses the defaults of a route for missing params', () => {
    expect(generateUrl(route('/{lang}/a', { defaults: { lang: 'en' } }))).toBe('/en/a')
    expect(generateUrl(route('/{lang}/a', { defaults: { lang: 'en' } }), { lang: 'de' })).toBe('/de/a')
    expect(generateUrl(route('/blog[/{page}]', { defaults: { page: '1' } }))).toBe('/blog/1')
    expect(generateUrl(route('/blog[/{page}]', { defaults: { section: 'news' } }))).toBe('/blog')
  })

  it('generateUrl() encodes the characters that a path cannot contain, and no others', () => {
    const encoded = (value: string): string => generateUrl(route('/{value}'), { value })

    expect(encoded('a b')).toBe('/a%20b')
    expect(encoded('100%')).toBe('/100%25')
    expect(encoded('%61')).toBe('/%2561')
    expect(encoded('?#[]')).toBe('/%3F%23%5B%5D')
    expect(encoded('€😀')).toBe('/%E2%82%AC%F0%9F%98%80')
    expect(encoded("-._~!$&'()*+,;=:@")).toBe("/-._~!$&'()*+,;=:@")
  })

  it('generateUrl() adds a query and a fragment', () => {
    const home = route('/')

    expect(generateUrl(home, {}, { query: { q: 'a b&c', page: 2 } })).toBe('/?q=a+b%26c&page=2')
    expect(generateUrl(home, {}, { fragment: 'a b' })).toBe('/#a%20b')
    expect(generateUrl(home, {}, { query: { q: 'x' }, fragment: 'y' })).toBe('/?q=x#y')
    expect(generateUrl(home, {}, { query: {}, fragment: '' })).toBe('/')
  })

  it('generateUrl() encodes the characters that RFC 3986 excludes from a fragment, and no others', () => {
    const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code))
    const unchanged = ascii.filter((one) => generateUrl(route('/'), {}, { fragment: one }) === `/#${one}`)

    expect(unchanged.join('')).toMatch(/^[!$&'()*+,\-./0-9:;=?@A-Z_a-z~]{81}$/)
    expect(generateUrl(route('/'), {}, { fragment: '/users/7?tab=a@b:c' })).toBe('/#/users/7?tab=a@b:c')
    expect(generateUrl(route('/'), {}, { fragment: 'é %2F \ud800' })).toBe('/#%C3%A9%20%252F%20%EF%BF%BD')
  })

  it('generateUrl() repeats the key of a list in the query, and leaves out what is undefined or null', () => {
    const query = (value: UrlOptions['query']): string => generateUrl(route('/'), {}, { query: value })

    expect(query({ tag: ['a', 'b'], page: 2, all: false, q: '' })).toBe('/?tag=a&tag=b&page=2&all=false&q=')
    expect(query({ a: undefined, b: null, c: [], d: [undefined, 1, null] })).toBe('/?d=1')
    expect(query({ a: undefined })).toBe('/')
    expect(query(undefined)).toBe('/')
  })

  it('generateUrl() writes a URLSearchParams unchanged', () => {
    const query = new URLSearchParams('b=1&a=x+y&b=2')

    expect(generateUrl(route('/'), {}, { query })).toBe('/?b=1&a=x+y&b=2')
    expect(generateUrl(route('/'), {}, { query: new URLSearchParams() })).toBe('/')
  })

  it('a query that generateUrl() writes is read back as it was given', () => {
    const list = fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1 })
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'grapheme' }), list), (query) => {
        const { searchParams } = new URL(generateUrl(route('/'), {}, { query }), 'http://here.test')

        expect(new Map([...searchParams.keys()].map((key) => [key, searchParams.getAll(key)]))).toEqual(
          new Map(Object.entries(query)),
        )
      }),
    )
  })

  it('generateUrl() puts the base path before the path, with one slash at the beginning and one between the two', () => {
    expect(generateUrl(route('/users/{id}'), { id: 7 }, { basePath: 'api' })).toBe('/api/users/7')
    expect(generateUrl(route('/users/{id}'), { id: 7 }, { basePath: '/api' })).toBe('/api/users/7')
    expect(generateUrl(route('/a'), {}, { basePath: '/api/' })).toBe('/api/a')
    expect(generateUrl(route('/a'), {}, { basePath: '/' })).toBe('/a')
    expect(generateUrl(route('/a'), {}, { basePath: '' })).toBe('/a')
    expect(generateUrl(route('/'), {}, { basePath: '/api' })).toBe('/api/')
    expect(generateUrl(route('/a'), {}, { basePath: '//api' })).toBe('/api/a')
    expect(generateUrl(route('/a'), {}, { basePath: '//' })).toBe('/a')
  })

  it('generateUrl() returns the base path alone for a route with the empty path', () => {
    expect(generateUrl(route(''), {}, { basePath: '/api' })).toBe('/api')
    expect(generateUrl(route(''), {}, { query: { page: 2 } })).toBe('/?page=2')
  })

  it('generateUrl() never makes a URL that names another host', () => {
    const url = generateUrl(route('/{rest...}'), { rest: '/example.com/a' })

    expect(url).toBe('/.//example.com/a')
    expect(canonicalPath(url)).toBe('//example.com/a')
    expect(new URL(url, 'http://here.test').host).toBe('here.test')
    expect(generateUrl(route('/{rest...}'), { rest: '/a' }, { basePath: '/api' })).toBe('/api//a')
    expect(generateUrl(route('//a'))).toBe('/.//a')
  })

  it('generateUrl() makes a URL that its route matches with the same params', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ROUND_TRIPS), values, (candidate, all) => {
        const names = placeholdersOf(candidate.segments).map(({ name }) => name)
        const given = Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)))
        if (candidate.path.includes('[') && !('b' in given)) delete given.c
        const url = attempt(() => generateUrl(candidate, given))
        fc.pre(url !== undefined)

        expect(canonicalPath(url)).toBe(url)
        expect(match(candidate, url)).toEqual({ route: candidate, params: given })
      }),
      { numRuns: runs(2000) },
    )
  })
})

describe('APP_URL_PARAMS', () => {
  test.each([
    ['/users/{id}', {}, "Route GET /users/{id}: the param {id} is missing. Pass { id: '...' }."],
    ['/users/{id}', { id: '' }, 'Route GET /users/{id}: the param {id} is empty.'],
    ['/users/{id}', { id: 'a/b' }, 'Route GET /users/{id}: the param {id} cannot hold a slash, got "a/b".'],
    ['/users/{id}', { user: '7' }, "Route GET /users/{id}: the param {id} is missing, got {user}. Pass { id: '...' }."],
    ['/users/{id}', { idd: '7' }, 'Route GET /users/{id} has no placeholder {idd}. Did you mean {id}?'],
    ['/posts[/{page}]', { pag: '2' }, 'Route GET /posts[/{page}] has no placeholder {pag}. Did you mean {page}?'],
    ['/{id}', { id: '.' }, 'Route GET /{id}: the param {id} cannot stand in a path, got ".".'],
    ['/{id}', { id: '..' }, 'Route GET /{id}: the param {id} cannot stand in a path, got "..".'],
    ['/.{id}', { id: '.' }, 'Route GET /.{id}: the param {id} cannot stand in a path, got ".".'],
    ['/{id}.', { id: '.' }, 'Route GET /{id}.: the param {id} cannot stand in a path, got ".".'],
    ['/{id}', { id: '\\' }, 'Route GET /{id}: the param {id} cannot stand in a path, got "\\\\".'],
    ['/{id}', { id: '\n' }, 'Route GET /{id}: the param {id} cannot stand in a path, got "\\n".'],
    ['/{id}', { id: '\ud800' }, 'Route GET /{id}: the param {id} cannot stand in a path, got "\\ud800".'],
    ['/{rest...}', { rest: 'a/../b' }, 'Route GET /{rest...}: the param {rest} cannot stand in a path, got "..".'],
    ['/{rest:.+}', { rest: '' }, 'Route GET /{rest:.+}: the param {rest} does not fit, got "". It must match .+.'],
    [
      '/{rest...:[a-z/]+}',
      { rest: 'a/1' },
      'Route GET /{rest...:[a-z/]+}: the param {rest} does not fit, got "a/1". It must match [a-z/]+.',
    ],
    ['/{rest...}', { rest: 'a/./b' }, 'Route GET /{rest...}: the param {rest} cannot stand in a path, got ".".'],
    [
      '/{a}-{b}',
      { a: 'x', b: 'y-z' },
      'Route GET /{a}-{b}: the param {a} would be read back from "x-y-z" as "x-y", got "x".',
    ],
    ['/{a}-{b}', { a: 'x' }, "Route GET /{a}-{b}: the param {b} is missing, got {a}. Pass { b: '...' }."],
    [
      '/{a}-{b:\\d+}',
      { a: 'x', b: 'y' },
      'Route GET /{a}-{b:\\d+}: the param {b} does not fit, got "y". It must match \\d+.',
    ],
    ...[Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, null].map((id): [string, object, string] => [
      '/{id}',
      { id },
      `Route GET /{id}: the param {id} must be a string or a finite number, got ${id}.`,
    ]),
    ['/{id:\\d+}', { id: 'x' }, 'Route GET /{id:\\d+}: the param {id} does not fit, got "x". It must match \\d+.'],
  ])('generateUrl() throws for the path %s with the params %j: %s', (path, params, message) => {
    expect(() => generateUrl(route(path), params as never)).toThrow(
      expect.objectContaining({ code: 'APP_URL_PARAMS', message }),
    )
  })

  test.each([
    [
      { page: { from: 1 } },
      '"page" in the query must be a string, a finite number, a boolean or a list of these, got Object.',
    ],
    [
      { since: new Date(0) },
      '"since" in the query must be a string, a finite number, a boolean or a list of these, got Date.',
    ],
    [
      { tag: ['a', ['b']] },
      '"tag" in the query must be a string, a finite number, a boolean or a list of these, got Array.',
    ],
    [{ f: () => 1 }, '"f" in the query must be a string, a finite number, a boolean or a list of these, got Function.'],
    [
      { page: [1, Number.NaN] },
      '"page" in the query must be a string, a finite number, a boolean or a list of these, got NaN.',
    ],
    ['a=1', 'the query is a map or a URLSearchParams, got String.'],
    [new Map([['a', '1']]), 'the query is a map or a URLSearchParams, got Map.'],
    [[['a', '1']], 'the query is a map or a URLSearchParams, got Array.'],
  ])('generateUrl() throws for the query %j: %s', (query, problem) => {
    expect(() => generateUrl(route('/a'), {}, { query: query as never })).toThrow(
      expect.objectContaining({ code: 'APP_URL_PARAMS', message: `Route GET /a: ${problem}` }),
    )
  })

  it('2.1: generateUrl() tests params against the option tokens', () => {
    const users = route('/users/{id}', { tokens: { id: '[a-z]+' } })

    expect(generateUrl(users, { id: 'joe' })).toBe('/users/joe')
    expect(() => generateUrl(users, { id: '7' })).toThrow('It must match [a-z]+.')
  })

  it('an error of generateUrl() has the path of the route, and its name if one was given', () => {
    const named: Route = new Route('/users/{id}', null, ['GET'], 'user.show')
    expect(() => generateUrl(named)).toThrow('Route GET /users/{id} (user.show): the param {id} is missing.')
  })

  it('the params of generateUrl() are typed by the path of the route', () => {
    const user = new Route('/users/{id}[/{tab}]', null)
    const tab: string | undefined = undefined

    expect(generateUrl(user, { id: 7, tab })).toBe('/users/7')
    // @ts-expect-error the path has another placeholder
    expect(() => generateUrl(user, { name: 'joe' })).toThrow('the param {id} is missing')
    // @ts-expect-error the param {id} is required
    expect(() => generateUrl(user)).toThrow('the param {id} is missing')
    // @ts-expect-error a param is a string or a number
    expect(() => generateUrl(user, { id: true })).toThrow('must be a string or a finite number, got boolean')
  })

  it('generateUrl() does not use an inherited property as a param', () => {
    expect(() => generateUrl(route('/{toString}'))).toThrow('the param {toString} is missing')
  })
})

function match(candidate: Route, url: string): unknown {
  const traits = { anyMethod: 'any', emptyList: [], precedence: 'registration', tokens: 'honored' } as const
  const result = new ReferenceRouter(traits).compile([candidate])('GET', url)
  return result.matched ? { route: result.route, params: { ...result.params } } : result
}

function attempt(make: () => string): string | undefined {
  try {
    return make()
  } catch {
    return undefined
  }
}
