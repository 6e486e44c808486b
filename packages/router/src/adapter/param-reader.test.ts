import { describe, expect, it } from 'vitest'
import { paramReader } from '../adapter.ts'
import { Route } from '../index.ts'

describe('paramReader', () => {
  it('paramReader() decodes each value once', () => {
    const read = paramReader(new Route('/{a}/{b}', null))

    expect({ ...read({ a: 'x%20y', b: '%2561' }) }).toEqual({ a: 'x y', b: '%61' })
  })

  it('paramReader() returns no params for a value that cannot be decoded', () => {
    const read = paramReader(new Route('/{a}/{rest...}', null))

    expect(read({ a: '%zz', rest: '' })).toBeUndefined()
    expect(read({ a: 'a', rest: 'b/%ff' })).toBeUndefined()
  })

  it('paramReader() returns no params for an empty value, unless it is the value of a catch-all', () => {
    const read = paramReader(new Route('/{a}[/{rest...}]', null))

    expect(read({ a: '', rest: 'x' })).toBeUndefined()
    expect({ ...read({ a: 'x', rest: '' }) }).toEqual({ a: 'x', rest: '' })
  })

  it('paramReader() tests decoded values against their tokens', () => {
    const read = paramReader(new Route('/{a:[a-z ]+}', null))

    expect({ ...read({ a: 'x%20y' }) }).toEqual({ a: 'x y' })
    expect(read({ a: 'x%2By' })).toBeUndefined()
  })

  it('paramReader() fills in defaults, and leaves out optional values without a default', () => {
    const read = paramReader(new Route('/n[/{a}[/{b}]]', null).setOptions({ defaults: { a: '1' } }))

    expect({ ...read({}) }).toEqual({ a: '1' })
    expect({ ...read({ a: undefined, b: undefined }) }).toEqual({ a: '1' })
    expect({ ...read({ a: 'x', b: 'y' }) }).toEqual({ a: 'x', b: 'y' })
  })

  it('paramReader() ignores values that belong to no placeholder of the route', () => {
    const read = paramReader(new Route('/{a}', null))

    expect({ ...read({ a: '1', b: '2', '*': '3' }) }).toEqual({ a: '1' })
  })

  it('paramReader() makes params that inherit nothing', () => {
    expect('constructor' in (paramReader(new Route('/{a}', null))({ a: '1' }) ?? {})).toBe(false)
  })

  it('paramReader() does not read properties that the map of values inherits', () => {
    const read = paramReader(new Route('/a[/{constructor}[/{toString}]]', null))

    expect({ ...read({}) }).toEqual({})
  })

  it('paramReader() decodes values by a given function in place of percent-decoding', () => {
    const read = paramReader(new Route('/{a}/{b}', null))

    expect({ ...read({ a: '%41', b: 'b' }, (raw) => raw.toUpperCase()) }).toEqual({ a: '%41', b: 'B' })
    expect(read({ a: 'a', b: 'b' }, () => undefined)).toBeUndefined()
  })
})
