import { describe, expect, it } from 'vitest'
import { type ConfigSource, defineConfig, file, replace, resolveConfig } from './index.ts'
import { errorOf, project } from './project.test.helper.ts'

function merge(...sources: ConfigSource[]): Promise<Record<string, unknown>> {
  return resolveConfig(defineConfig(sources), { root: '/' })
}

class Pool {
  size = 1
}

describe('merging', () => {
  it('2.8: merges maps by key at every depth, in the order of the sources', async () => {
    expect(await merge({ a: { b: { c: 1 }, x: 1 } }, { a: { b: { d: 2 } } }, { a: { b: { c: 3 } } })).toEqual({
      a: { b: { c: 3, d: 2 }, x: 1 },
    })
  })

  it('2.7: merges entries of one key, keys in the order in which they were first given', async () => {
    const merged = await merge(
      { middleware_pipeline: { b: { middleware: 'B' }, a: { middleware: 'A' } } },
      { middleware_pipeline: { a: { priority: 10 }, c: { middleware: 'C' } } },
    )

    expect(merged).toEqual({
      middleware_pipeline: { b: { middleware: 'B' }, a: { middleware: 'A', priority: 10 }, c: { middleware: 'C' } },
    })
    expect(Object.keys(merged.middleware_pipeline as object)).toEqual(['b', 'a', 'c'])
  })

  it('2.7: appends lists, so that a later file cannot take a guard away', async () => {
    const list = (middleware: readonly string[]) => ({ middleware_pipeline: { x: { middleware } } })

    expect(await merge(list(['guard']), list(['log']))).toEqual(list(['guard', 'log']))
    expect(await merge(list(['a', 'b']), list(['c']), list([]))).toEqual(list(['a', 'b', 'c']))
  })

  it('2.7: never merges the items of two lists with each other', async () => {
    expect(await merge({ routes: [{ path: '/a', name: 'a' }] }, { routes: [{ path: '/b' }] })).toEqual({
      routes: [{ path: '/a', name: 'a' }, { path: '/b' }],
    })
  })

  it('keeps equal items of lists, and lists in lists', async () => {
    expect(await merge({ l: ['a', ['b']] }, { l: ['a', ['b']] })).toEqual({ l: ['a', ['b'], 'a', ['b']] })
  })

  it('replaces by scalars and null, and scalars and null by anything', async () => {
    expect(await merge({ a: 1, b: { c: 1 }, d: null }, { a: 'x', b: null, d: { e: 1 } })).toEqual({
      a: 'x',
      b: null,
      d: { e: 1 },
    })
    expect(await merge({ a: 'x', b: true }, { a: { c: 1 }, b: ['l'] })).toEqual({ a: { c: 1 }, b: ['l'] })
    expect(await merge({ a: { c: 1 }, b: ['l'] }, { a: 'x', b: false })).toEqual({ a: 'x', b: false })
  })

  it('starts afresh where a scalar stood in between', async () => {
    expect(await merge({ a: { old: 1 } }, { a: 0 }, { a: { fresh: 1 } })).toEqual({ a: { fresh: 1 } })
  })

  it('keeps the earlier value for undefined, and has no key without one', async () => {
    const merged = await merge({ a: 1, m: { b: [1] } }, { a: undefined, m: { b: undefined }, c: undefined })

    expect(merged).toStrictEqual({ a: 1, m: { b: [1] } })
  })

  it('keeps a value of every type as it is', async () => {
    const values = { nan: Number.NaN, big: 10n, negative: -0, symbol: Symbol.iterator, text: '', no: false }

    expect(await merge(values)).toStrictEqual(values)
  })

  it('has room for keys that the prototype of maps has too', async () => {
    const merged = await merge({ toString: { a: 1 }, length: 3 }, { toString: { b: 2 }, valueOf: 1, length: { m: 1 } })

    expect(merged).toEqual({ toString: { a: 1, b: 2 }, valueOf: 1, length: { m: 1 } })
  })

  it('gives an empty map for no sources and for empty ones', async () => {
    expect(await merge()).toEqual({})
    expect(await merge({}, { a: {} }, {})).toEqual({ a: {} })
  })
})

describe('a map where a list was', () => {
  it('is refused with both files and the key', async () => {
    const root = project({ 'a.json': { m: { pipe: ['x'] } }, 'b.json': { m: { pipe: { y: 1 } } } })
    const error = await errorOf(resolveConfig(defineConfig([file('a.json'), file('b.json')]), { root }))

    expect(error).toMatchObject({
      name: 'ConfigConflictError',
      message:
        'm.pipe is a list in a.json and a map in b.json, and the two do not merge. ' +
        'Write both in one form, or write m.pipe as replace(…) in b.json to take only that one.',
      path: ['m', 'pipe'],
      sources: ['a.json', 'b.json'],
    })
  })

  it('is refused the other way round', async () => {
    const root = project({ 'a.json': { pipe: { y: {} } }, 'b.json': { pipe: {} }, 'c.json': { pipe: [] } })
    const error = await errorOf(resolveConfig(defineConfig([file('a.json'), file('b.json'), file('c.json')]), { root }))

    expect(error.message).toContain('pipe is a map in b.json and a list in c.json')
  })

  it('names the source that made the value what it is', async () => {
    const error = await errorOf(merge({ a: { b: 1 } }, { a: replace(['l']) }, { a: ['k'] }, { z: 1 }, { a: { b: 2 } }))

    expect(error.message).toContain('a is a list in source 3 and a map in source 5')
  })

  it('is welcome in place of a scalar that stood in between, and with replace()', async () => {
    expect(await merge({ a: ['l'] }, { a: null }, { a: { m: 1 } })).toEqual({ a: { m: 1 } })
    expect(await merge({ a: ['l'] }, { a: replace({ m: 1 }) })).toEqual({ a: { m: 1 } })
  })
})

describe('what is not a plain map or list', () => {
  it('g-merge-types: is kept by reference: instances, functions, dates, maps, classes', async () => {
    const values = {
      pool: new Pool(),
      factory: () => new Pool(),
      date: new Date(),
      map: new Map(),
      pattern: /x/,
      class: Pool,
      promise: Promise.resolve(),
      url: new URL('http://localhost/'),
      console,
    }
    const merged = await merge({ values, list: Object.values(values) })

    for (const [key, value] of Object.entries(values))
      expect((merged.values as typeof values)[key as 'map']).toBe(value)
    expect((merged.list as unknown[]).every((item, index) => item === Object.values(values)[index])).toBe(true)
  })

  it('g-merge-types: is never merged into, in whichever order', async () => {
    const [first, second] = [new Pool(), new Pool()]

    expect(await merge({ pool: first }, { pool: { size: 2 } })).toEqual({ pool: { size: 2 } })
    expect((await merge({ pool: { size: 2 } }, { pool: first })).pool).toBe(first)
    expect((await merge({ pool: first }, { pool: second })).pool).toBe(second)
    expect(first).toEqual(new Pool())
  })

  it('g-merge-types: keeps properties of functions, and merges nothing into them', async () => {
    const factory = Object.assign(() => 1, { inject: ['a'] })

    expect((await merge({ factory }, { factory: undefined })).factory).toBe(factory)
    expect(await merge({ factory }, { factory: { inject: ['b'] } })).toEqual({ factory: { inject: ['b'] } })
    expect(factory.inject).toEqual(['a'])
  })

  it('g-frozen: is not frozen', async () => {
    const pool = new Pool()
    const factory = (): void => {}
    await merge({ pool, factory })
    pool.size = 2

    expect(Object.isFrozen(pool)).toBe(false)
    expect(Object.isFrozen(factory)).toBe(false)
  })
})

describe('the result', () => {
  it('g-frozen: is frozen all the way down', async () => {
    const merged = (await merge({ a: { b: [{ c: [1] }] } })) as { a: { b: { c: number[] }[] } }

    expect(() => Object.assign(merged, { x: 1 })).toThrow(TypeError)
    expect(() => Object.assign(merged.a, { b: 1 })).toThrow(TypeError)
    expect(() => merged.a.b.push({ c: [] })).toThrow(TypeError)
    expect(() => merged.a.b[0]?.c.push(2)).toThrow(TypeError)
  })

  it('is made of plain maps and fresh lists, and leaves the sources writable', async () => {
    const source = { map: { list: [{ a: 1 }] }, null: Object.assign(Object.create(null), { a: 1 }) }
    const merged = await merge(source)

    expect(merged).toStrictEqual({ map: { list: [{ a: 1 }] }, null: { a: 1 } })
    expect(merged.map).not.toBe(source.map)
    expect((merged.map as typeof source.map).list[0]).not.toBe(source.map.list[0])
    source.map.list.push({ a: 2 })
    expect(source.map.list).toHaveLength(2)
  })

  it('g-merge-types: takes frozen sources, and one value in two places', async () => {
    const shared = Object.freeze({ list: Object.freeze(['a']) })

    expect(await merge(Object.freeze({ x: shared, y: shared }), { x: { list: ['b'] } })).toEqual({
      x: { list: ['a', 'b'] },
      y: { list: ['a'] },
    })
  })
})
