import { describe, expect, expectTypeOf, it, test } from 'vitest'
import { declaredMetadataKeys, generateUrl, type MetadataKey, matched, metadataKey, notFound, Route } from './index.ts'

interface Access {
  readonly role: string
}

const Access = metadataKey<Access>('acme/access')
const Limit = metadataKey('acme/limit', { default: 100 })

/** A key whose check accepts only strings, and converts them to lower case. */
const Zone = metadataKey('acme/zone', {
  check: (value) => {
    if (typeof value !== 'string') throw new TypeError(`a zone is a string, got ${typeof value}`)
    return value.toLowerCase()
  },
})

describe('metadata of routes', () => {
  it('set() of a route sets the value of a key, and returns the route', () => {
    const route = new Route('/reports/{id}', 'reports', ['GET'])

    expect(route.metadata(Access)).toBeUndefined()
    expect(route.set(Access, { role: 'auditor' })).toBe(route)
    expect(route.metadata(Access)).toEqual({ role: 'auditor' })
    expectTypeOf(route.set(Access, { role: 'x' })).toEqualTypeOf<Route<'/reports/{id}', string>>()
    expectTypeOf(route.metadata(Access)).toEqualTypeOf<Access | undefined>()
  })

  it('metadata() of a route returns the default of a key if no value was set', () => {
    const route = new Route('/', null)

    expect(route.metadata(Limit)).toBe(100)
    expect(route.set(Limit, 0).metadata(Limit)).toBe(0)
    expectTypeOf(route.metadata(Limit)).toEqualTypeOf<number>()
  })

  it('a key whose options are undefined has no default and no check', () => {
    const check: ((value: unknown) => string) | undefined = undefined
    const Plain = metadataKey<string>('acme/plain', { default: undefined, check, enforcedBy: undefined })

    expect(new Route('/', null).metadata(Plain)).toBeUndefined()
    expect(new Route('/', null).set(Plain, 'a').metadata(Plain)).toBe('a')
  })

  it('set() of a route replaces the earlier value of a key, and keeps the values of other keys', () => {
    const route = new Route('/', null).set(Access, { role: 'auditor' }).set(Limit, 5).set(Access, { role: 'admin' })

    expect([...route.metadata()]).toEqual([
      ['acme/access', { role: 'admin' }],
      ['acme/limit', 5],
    ])
  })

  it('a route shares no metadata with another route', () => {
    new Route('/a', null).set(Limit, 5)

    expect(new Route('/b', null).metadata().size).toBe(0)
  })

  it('a route is not compiled again when its metadata changes, since routers do not see metadata', () => {
    const route = new Route('/a/{id}', null)
    let changes = 0
    route.watch(() => changes++)
    route.set(Limit, 5)

    expect(changes).toBe(0)
    expect(route.options).toEqual({})
    expect(generateUrl(route, { id: 7 })).toBe('/a/7')
  })

  it('set() keeps the result of the check of a key, and refuses a value for which the check throws', () => {
    const route = new Route('/a', null, ['GET'])

    expect(route.set(Zone, 'EU').metadata(Zone)).toBe('eu')
    expect(() => route.set(Zone, 7 as never)).toThrow(
      expect.objectContaining({
        code: 'APP_ROUTE',
        message: 'Route GET /a: the metadata "acme/zone" cannot be this: a zone is a string, got number',
        cause: expect.any(TypeError),
      }),
    )
    expect(route.metadata(Zone)).toBe('eu')
  })

  test.each([
    ['acme/access', 'a string'],
    [null, 'null'],
    [class Access {}, 'the class Access'],
  ])('set() and metadata() of a route refuse %s as a key', (key, got) => {
    const route = new Route('/a', null)
    expect(() => route.set(key as never, 7 as never)).toThrow(
      `Route any method /a: set() takes a key of metadataKey(name) and a value, got ${got}.`,
    )
    expect(() => route.metadata(key as never)).toThrow(
      `Route any method /a: metadata() takes a key of metadataKey(name), got ${got}.`,
    )
  })
})

describe('keys of metadata', () => {
  it('a key is identified by its name alone, so that two copies of a package read the same metadata', () => {
    const copy: MetadataKey<Access> = { name: 'acme/access' }
    const route = new Route('/', null).set(copy, { role: 'auditor' })

    expect(route.metadata(Access)).toEqual({ role: 'auditor' })
  })

  it('declaredMetadataKeys() has the keys that any loaded copy of the package has declared', async () => {
    const source = './metadata-key.ts?another copy'
    const copy = (await import(source)) as typeof import('./metadata-key.ts')
    copy.metadataKey('acme/elsewhere')

    expect(copy.metadataKey).not.toBe(metadataKey)
    expect(declaredMetadataKeys().get('acme/limit')).toBe(Limit)
    expect(declaredMetadataKeys().has('acme/elsewhere')).toBe(true)
  })

  test.each([[''], [undefined], [7]])('metadataKey() refuses the name %j', (name) => {
    expect(() => metadataKey(name as string)).toThrow(
      `The name of route metadata is a string like "acme/access", got ${JSON.stringify(name)}.`,
    )
  })
})

it('metadata is read from any result by `result.route?.metadata(key)`, which is undefined if no route matched', () => {
  const route = new Route('/', null).set(Limit, 5)
  const results = [matched(route, {}), notFound]

  expect(results.map((result) => result.route?.metadata(Limit))).toEqual([5, undefined])
})

/** No statement of this function may compile: the type check of this file is the test. The function is never called. */
export function refused(route: Route): void {
  // @ts-expect-error a value of another type
  route.set(Access, { role: 7 })
  // @ts-expect-error the property `role` is missing
  route.set(Access, {})
  // @ts-expect-error a string is not a number
  route.set(Limit, '5')
  // @ts-expect-error the value may be undefined
  route.metadata(Access).role
  // @ts-expect-error a name is not a key
  route.set('acme/access', { role: 'auditor' })
  // @ts-expect-error a default of another type
  metadataKey<number>('acme/limit', { default: 'many' })
}
