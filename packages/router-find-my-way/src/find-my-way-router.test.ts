import { type Matcher, type Method, Route, type RouteOptions } from '@app/router'
import { compareWithReference, routerConformance } from '@app/router/conformance'
import fc from 'fast-check'
import { afterEach, describe, expect, it, test, vi } from 'vitest'
import { FindMyWayRouter } from './index.ts'

/** The number of random paths. `FUZZ_PATHS=200000` makes a long run. */
const FUZZ_PATHS = Number(process.env.FUZZ_PATHS ?? 2_000)
const PATHS_A_TABLE = 20

afterEach(() => vi.restoreAllMocks())

describe('FindMyWayRouter passes the conformance kit', () => {
  for (const { name, check } of routerConformance(new FindMyWayRouter())) test(name, check)
})

it(`FindMyWayRouter matches ${FUZZ_PATHS} random requests like the reference router`, {
  timeout: 600_000 + FUZZ_PATHS,
}, () => {
  const router = new FindMyWayRouter()

  fc.assert(
    fc.property(fc.gen(), (draw) => {
      compareWithReference(router, (count) => draw(fc.nat, { max: count - 1 }), PATHS_A_TABLE)
    }),
    { numRuns: FUZZ_PATHS / PATHS_A_TABLE },
  )
})

describe('FindMyWayRouter', () => {
  it('4.1: the traits of FindMyWayRouter name eight methods for a route that takes any method, and three for a route with an empty list of methods', () => {
    expect(new FindMyWayRouter().traits).toEqual({
      anyMethod: ['HEAD', 'OPTIONS', 'GET', 'POST', 'PATCH', 'PUT', 'TRACE', 'DELETE'],
      emptyList: ['HEAD', 'OPTIONS', 'GET'],
      precedence: 'specificity',
      tokens: 'honored',
    })
  })

  it('FindMyWayRouter matches methods that find-my-way does not know', () => {
    const match = compile(['/a/{id}', ['BREW', 'X!$']])

    expect(paramsOf(match, '/a/7', 'X!$')).toEqual({ id: '7' })
  })

  it('FindMyWayRouter reads colons, also doubled ones, as literal text', () => {
    const match = compile(['/a:b/{x}'], ['/a::b/{x}'], ['/:::{x}'], ['/{x}::y'])

    expect(paramsOf(match, '/a:b/1')).toEqual({ x: '1' })
    expect(paramsOf(match, '/a::b/2')).toEqual({ x: '2' })
    expect(paramsOf(match, '/:::3')).toEqual({ x: '3' })
    expect(paramsOf(match, '/4::y')).toEqual({ x: '4' })
    expect(paramsOf(match, '/4:y')).toBeUndefined()
  })

  it('FindMyWayRouter reads asterisks as literal text', () => {
    const match = compile(['/a/%2A/{x}'], ['/b{x}'])

    expect(paramsOf(match, '/a/%2A/1')).toEqual({ x: '1' })
    expect(paramsOf(match, '/a/b/1')).toBeUndefined()
    expect(paramsOf(match, '/b*')).toEqual({ x: '*' })
  })

  it('FindMyWayRouter accepts suffixes that begin with neither a dash nor a dot', () => {
    const match = compile(['/{width}px'], ['/{name}@2x/y'], ['/{n}(1)'], ['/{id}~'])

    expect(paramsOf(match, '/12px')).toEqual({ width: '12' })
    expect(paramsOf(match, '/icon@2x/y')).toEqual({ name: 'icon' })
    expect(paramsOf(match, '/file(1)')).toEqual({ n: 'file' })
    expect(paramsOf(match, '/a~')).toEqual({ id: 'a' })
  })

  it('FindMyWayRouter prefers the longer of two suffixes, in any order of registration', () => {
    const suffixes = ['.gz', '.tar.gz', '.z', '.b.tar.gz']
    const ends = suffixes.map((suffix) => [`/{x}${suffix}`] as const)

    for (const order of [ends, ends.toReversed(), [ends[1]!, ends[3]!, ends[0]!, ends[2]!]]) {
      const match = compile(...order)
      expect(paramsOf(match, '/a.b.tar.gz')).toEqual({ x: 'a' })
      expect(paramsOf(match, '/a.tar.gz')).toEqual({ x: 'a' })
      expect(paramsOf(match, '/a.gz')).toEqual({ x: 'a' })
      expect(paramsOf(match, '/a.z')).toEqual({ x: 'a' })
    }
  })

  it('FindMyWayRouter makes no param for a group in a token', () => {
    const match = compile(['/{a:(\\d+)-((x)|y)}/{b}'])

    expect(paramsOf(match, '/1-x/z')).toEqual({ a: '1-x', b: 'z' })
  })

  it('FindMyWayRouter matches values by tokens that find-my-way itself cannot express', () => {
    const match = compile(['/a/{x:\\p{L}+}'], ['/b/{x:[😀-😂]}'], ['/c/{x:[(]}'], ['/d/{x:a|:b?}'])

    expect(paramsOf(match, '/a/%C3%A9')).toEqual({ x: 'é' })
    expect(paramsOf(match, '/a/1')).toBeUndefined()
    expect(paramsOf(match, '/b/%F0%9F%98%81')).toEqual({ x: '😁' })
    expect(paramsOf(match, '/c/(')).toEqual({ x: '(' })
    expect(paramsOf(match, '/d/a')).toEqual({ x: 'a' })
  })

  it('FindMyWayRouter accepts two routes that differ only by the names and tokens of placeholders', () => {
    const match = compile(['/{id:\\d+}/x'], ['/{slug:[a-z]+}/x'])

    expect(paramsOf(match, '/7/x')).toEqual({ id: '7' })
    expect(paramsOf(match, '/joe/x')).toEqual({ slug: 'joe' })
  })

  it.each([
    ['/%3F', '?'],
    ['/%23', '#'],
    ['/%25', '%'],
    ['/%2561', '%61'],
    ['/%2A', '*'],
    ['/%3A', ':'],
    ['/%3B', ';'],
    ['/%01', '\x01'],
  ])('FindMyWayRouter decodes the value of a placeholder in the path %s to %j', (path, value) => {
    const match = compile(['/{x}'], ['/s/{x}.js'], ['/r/{x...}'])

    expect(paramsOf(match, path)).toEqual({ x: value })
    expect(paramsOf(match, `/s${path}.js`)).toEqual({ x: value })
    expect(paramsOf(match, `/r${path}/b`)).toEqual({ x: `${value}/b` })
  })

  it('FindMyWayRouter accepts values of any length', () => {
    const match = compile(['/{x}'])

    expect(paramsOf(match, `/${'a'.repeat(100_000)}`)).toEqual({ x: 'a'.repeat(100_000) })
  })

  it('FindMyWayRouter tests no token on a value of more than 100 characters, and continues with the next route', () => {
    const match = compile(['/{id:\\d+}'], ['/{any}'])

    expect(paramsOf(match, `/${'1'.repeat(101)}`)).toEqual({ any: '1'.repeat(101) })
  })

  it('FindMyWayRouter matches 200 suffixes, a token, static text and a catch-all in the same segment', () => {
    for (const behind of ['', '/edit', '/{y}']) {
      const suffixes = Array.from({ length: 200 }, (_, n) => [`/a/{x}.s${n}${behind}`] as const)
      const match = compile(
        ...suffixes,
        [`/a/{id:\\d+}${behind}`],
        [`/a/{any}${behind}`],
        [`/a/all${behind}`],
        ['/a/{rest...}'],
      )
      const params = (first: string) => ({ ...paramsOf(match, `/a/${first}${behind.replace('{y}', 'b')}`) })
      const own = behind === '/{y}' ? { y: 'b' } : {}

      expect(params('c.s7')).toEqual({ x: 'c', ...own })
      expect(params('c.s199')).toEqual({ x: 'c', ...own })
      expect(params('c.s200')).toEqual({ any: 'c.s200', ...own })
      expect(params('77')).toEqual({ id: '77', ...own })
      expect(params('%2B')).toEqual({ any: '+', ...own })
      expect(params('all')).toEqual(own)
      expect(paramsOf(match, '/a/b/c/d')).toEqual({ rest: 'b/c/d' })
      expect(match('POST', `/a/c.s7${behind.replace('{y}', 'b')}`)).toMatchObject({ allowedMethods: ['GET'] })
    }
  })

  it.each([
    ['behind a value', (n: number) => `/a/{x}.s${n}`, '/a/b.s777'],
    ['in front of a value', (n: number) => `/a/s${n}-{x}`, '/a/s777-b'],
    ['behind a value, and in the next segment', (n: number) => `/a/{x}.s${n}/t${n}`, '/a/b.s777/t777'],
    ['behind a value, with another value in the next segment', (n: number) => `/a/{x}.s${n}/{y}`, '/a/b.s777/c'],
    ['behind two values', (n: number) => `/a/{x}.s${n % 50}/{y}.s${n}`, '/a/b.s27/c.s777'],
  ])('FindMyWayRouter tests fewer than 20 of 2,000 routes that differ in the text %s', (_, pathOf, path) => {
    const routes = Array.from({ length: 2_000 }, (__, n) => [pathOf(n)] as const)
    const match = compile(...routes)
    const tried = vi.spyOn(RegExp.prototype, 'test')

    expect(match('GET', path)).toMatchObject({ matched: true, route: { path: pathOf(777) } })
    expect(match('GET', `${path}.none`)).toMatchObject({ matched: path.endsWith('b') || path.endsWith('c') })
    expect(tried.mock.calls.length).toBeLessThan(20)
  })

  it('FindMyWayRouter finds the more specific of routes that differ in one segment by a suffix or a token, and differ in the next segment too', () => {
    const crossed = [['/{x}.a/{y}'], ['/{x}/edit'], ['/{x}.a/b/{rest...}'], ['/{id:\\d+}/{tab}']] as const

    for (const order of [crossed, crossed.toReversed()]) {
      const match = compile(...order)
      expect(paramsOf(match, '/1.a/edit')).toEqual({ x: '1', y: 'edit' })
      expect(paramsOf(match, '/1/edit')).toEqual({ id: '1', tab: 'edit' })
      expect(paramsOf(match, '/b/edit')).toEqual({ x: 'b' })
      expect(paramsOf(match, '/1.a/b')).toEqual({ x: '1', y: 'b' })
      expect(paramsOf(match, '/1.a/b/c/d')).toEqual({ x: '1', rest: 'c/d' })
      expect(paramsOf(match, '/%C3%A9.a/%2B')).toEqual({ x: 'é', y: '+' })
      expect(match('POST', '/1/edit')).toEqual({ matched: false, allowedMethods: ['GET'] })
    }
  })

  it('FindMyWayRouter accepts 6,000 routes', () => {
    const match = compile(...Array.from({ length: 6_000 }, (_, n) => [`/r${n}/{id}`, n % 2 ? null : ['GET']] as const))

    expect(paramsOf(match, '/r0/1')).toEqual({ id: '1' })
    expect(paramsOf(match, '/r5999/2', 'POST')).toEqual({ id: '2' })
    expect(match('POST', '/r5998/3')).toEqual({ matched: false, allowedMethods: ['GET'] })
  })
})

function compile(
  ...routes: (readonly [path: string, methods?: readonly Method[] | null, options?: RouteOptions])[]
): Matcher {
  return new FindMyWayRouter().compile(
    routes.map(([path, methods = ['GET'], options = {}]) => new Route(path, null, methods).setOptions(options)),
  )
}

function paramsOf(match: Matcher, path: string, method = 'GET'): object | undefined {
  const result = match(method, path)
  return result.matched ? { ...result.params } : undefined
}
