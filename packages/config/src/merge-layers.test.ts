import lodashMerge from 'lodash.merge'
import { describe, expect, it } from 'vitest'
import { type ConfigSource, defineConfig, explain, file, replace, resolveConfig } from './index.ts'
import { project } from './project.test.helper.ts'

function merge(...sources: ConfigSource[]): Promise<Record<string, unknown>> {
  return resolveConfig(defineConfig(sources), { root: '/' })
}

class Pool {
  size = 1
}

describe('the merge of sources', () => {
  it('2.8: the merge combines maps by key at every depth, in the order of the sources', async () => {
    expect(await merge({ a: { b: { c: 1 }, x: 1 } }, { a: { b: { d: 2 } } }, { a: { b: { c: 3 } } })).toEqual({
      a: { b: { c: 3, d: 2 }, x: 1 },
    })
  })

  it('2.7: the merge combines maps under the same key, and keeps each key at the place where it first occurred', async () => {
    const merged = await merge(
      { middleware_pipeline: { b: { middleware: 'B' }, a: { middleware: 'A' } } },
      { middleware_pipeline: { a: { priority: 10 }, c: { middleware: 'C' } } },
    )

    expect(merged).toEqual({
      middleware_pipeline: { b: { middleware: 'B' }, a: { middleware: 'A', priority: 10 }, c: { middleware: 'C' } },
    })
    expect(Object.keys(merged.middleware_pipeline as object)).toEqual(['b', 'a', 'c'])
  })

  it('2.7: the merge appends lists, so that a later file cannot remove middleware such as a guard', async () => {
    const list = (middleware: readonly string[]) => ({ middleware_pipeline: { x: { middleware } } })

    expect(await merge(list(['guard']), list(['log']))).toEqual(list(['guard', 'log']))
    expect(await merge(list(['a', 'b']), list(['c']), list([]))).toEqual(list(['a', 'b', 'c']))
  })

  it('2.7: the merge never combines an item of one list with an item of another, even at the same index', async () => {
    expect(await merge({ routes: [{ path: '/a', name: 'a' }] }, { routes: [{ path: '/b' }] })).toEqual({
      routes: [{ path: '/a', name: 'a' }, { path: '/b' }],
    })
  })

  it('a merged list keeps items that are equal, and items that are lists themselves', async () => {
    expect(await merge({ l: ['a', ['b']] }, { l: ['a', ['b']] })).toEqual({ l: ['a', ['b'], 'a', ['b']] })
  })

  it('a scalar or null replaces any earlier value, and any later value replaces it', async () => {
    expect(await merge({ a: 1, b: { c: 1 }, d: null }, { a: 'x', b: null, d: { e: 1 } })).toEqual({
      a: 'x',
      b: null,
      d: { e: 1 },
    })
    expect(await merge({ a: 'x', b: true }, { a: { c: 1 }, b: ['l'] })).toEqual({ a: { c: 1 }, b: ['l'] })
    expect(await merge({ a: { c: 1 }, b: ['l'] }, { a: 'x', b: false })).toEqual({ a: 'x', b: false })
  })

  it('if a scalar is between two maps in the order of the sources, the maps are not merged with each other', async () => {
    expect(await merge({ a: { old: 1 } }, { a: 0 }, { a: { fresh: 1 } })).toEqual({ a: { fresh: 1 } })
  })

  it('undefined keeps the earlier value, and a key whose only value is undefined is left out', async () => {
    const merged = await merge({ a: 1, m: { b: [1] } }, { a: undefined, m: { b: undefined }, c: undefined })

    expect(merged).toStrictEqual({ a: 1, m: { b: [1] } })
  })

  it('the merge keeps scalars of each type unchanged', async () => {
    const values = { nan: Number.NaN, big: 10n, negative: -0, symbol: Symbol.iterator, text: '', no: false }

    expect(await merge(values)).toStrictEqual(values)
  })

  it('the merge treats keys such as toString, which Object.prototype also has, like any other key', async () => {
    const merged = await merge({ toString: { a: 1 }, length: 3 }, { toString: { b: 2 }, valueOf: 1, length: { m: 1 } })

    expect(merged).toEqual({ toString: { a: 1, b: 2 }, valueOf: 1, length: { m: 1 } })
  })

  it('the merge of no sources is an empty map, and empty sources add nothing to a merge', async () => {
    expect(await merge()).toEqual({})
    expect(await merge({}, { a: {} }, {})).toEqual({ a: {} })
  })
})

describe('a list that is merged with a map', () => {
  it('2.7: items of a list that is merged with a map become entries under new keys, in either order of the sources', async () => {
    const listed = { middleware_pipeline: [{ middleware: 'guard' }, { middleware: 'csrf' }] }
    const keyed = { middleware_pipeline: { log: { middleware: 'log' } } }

    expect(await merge(listed, keyed)).toEqual({
      middleware_pipeline: {
        '[0]': { middleware: 'guard' },
        '[1]': { middleware: 'csrf' },
        log: { middleware: 'log' },
      },
    })
    const reversed = (await merge(keyed, listed)).middleware_pipeline as object
    expect(Object.entries(reversed)).toEqual([
      ['log', { middleware: 'log' }],
      ['[0]', { middleware: 'guard' }],
      ['[1]', { middleware: 'csrf' }],
    ])
  })

  it('2.7: after a map was merged with a list, a later source can still change the keys of the map', async () => {
    const merged = await merge(
      { routes: { home: { path: '/' } } },
      { routes: [{ path: '/b' }] },
      { routes: { home: { path: '/home' } } },
    )

    expect(merged).toEqual({ routes: { home: { path: '/home' }, '[0]': { path: '/b' } } })
  })

  it('items of several lists that are merged with a map get keys such as [2] that the map does not have', async () => {
    const merged = await merge({ l: ['a'] }, { l: { '[1]': 'mine', '[0]': 'too' } }, { l: ['b'] })

    expect(Object.entries(merged.l as object)).toEqual([
      ['[2]', 'a'],
      ['[1]', 'mine'],
      ['[0]', 'too'],
      ['[3]', 'b'],
    ])
  })

  it('a list that is merged with a map becomes a map, even if the list or the map is empty', async () => {
    expect(await merge({ a: {}, b: ['l'], c: [], d: { m: 1 } }, { a: ['l'], b: {}, c: { m: 1 }, d: [] })).toEqual({
      a: { '[0]': 'l' },
      b: { '[0]': 'l' },
      c: { m: 1 },
      d: { m: 1 },
    })
  })

  it('explain names the file of each list item after the list was merged with a map', async () => {
    const root = project({ 'a.json': { m: { pipe: ['x'] } }, 'b.json': { m: { pipe: { y: 1 } } } })
    const config = await resolveConfig(defineConfig([file('a.json'), file('b.json')]), { root })

    expect(explain(config, 'm.pipe')).toMatchObject([
      { path: ['m', 'pipe', '[0]'], value: 'x', origin: { name: 'a.json' } },
      { path: ['m', 'pipe', 'y'], value: 1, origin: { name: 'b.json' } },
    ])
  })

  it('a list is not merged with the map of a later source if a source between them has a scalar, or if the later value is in replace()', async () => {
    expect(await merge({ a: ['l'] }, { a: null }, { a: { m: 1 } })).toEqual({ a: { m: 1 } })
    expect(await merge({ a: ['l'] }, { a: replace({ m: 1 }) })).toEqual({ a: { m: 1 } })
    expect(await merge({ a: { m: 1 } }, { a: replace(['l']) }, { a: ['k'] })).toEqual({ a: ['l', 'k'] })
  })
})

describe('sources that lodash.merge alone merges, some of them wrongly, and that this package merges correctly or refuses', () => {
  const [bytes, ring] = [Buffer.from('a'), { ring: {} }]
  ring.ring = ring

  /**
   * Each row has two sources, the result of merging them with `lodash.merge` alone, and the result of this package: a
   * value, or the message of an error.
   */
  it.each<[string, readonly [object, object], unknown, unknown]>([
    [
      'a key __proto__',
      [JSON.parse('{ "__proto__": { "b": 1 } }'), { a: 1 }],
      { a: 1 },
      /^__proto__ in source 1 .* prototype/,
    ],
    [
      'a key constructor',
      [{ constructor: { a: 1 } }, {}],
      { constructor: { a: 1 } },
      /^constructor in source 1 .* prototype/,
    ],
    ['the value undefined', [{ a: 1 }, { a: undefined }], { a: 1 }, { a: 1 }],
    [
      'a getter',
      [
        {
          get a() {
            return 1
          },
        },
        {},
      ],
      { a: 1 },
      /getter/,
    ],
    ['a map that holds itself', [ring, {}], expect.objectContaining({ ring: expect.anything() }), /itself/],
    ['an instance of a class', [{ a: new Pool() }, { a: { b: 1 } }], { a: { size: 1, b: 1 } }, { a: { b: 1 } }],
    ['lists under the same key', [{ a: ['guard'] }, { a: ['log'] }], { a: ['log'] }, { a: ['guard', 'log'] }],
    [
      'a list and a later map under the same key',
      [{ a: ['guard'] }, { a: { b: 1 } }],
      { a: Object.assign(['guard'], { b: 1 }) },
      { a: { '[0]': 'guard', b: 1 } },
    ],
  ])(
    'this package merges or refuses sources with %s, whatever lodash.merge alone makes of them',
    async (_what, sources, byLibrary, here) => {
      expect(lodashMerge({}, ...sources)).toEqual(byLibrary)
      if (here instanceof RegExp) await expect(merge(...(sources as readonly ConfigSource[]))).rejects.toThrow(here)
      else expect(await merge(...(sources as readonly ConfigSource[]))).toEqual(here)
    },
  )

  it('lodash.merge alone copies a Buffer, and this package keeps the Buffer by reference', async () => {
    expect(lodashMerge({}, { bytes }).bytes).not.toBe(bytes)
    expect((await merge({ bytes })).bytes).toBe(bytes)
  })
})

describe('the merge of values that are not plain maps or lists', () => {
  it('the merge keeps functions, classes and instances, such as a Date or a Map, by reference', async () => {
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

  it('a map is not merged into an instance, nor an instance into a map: the later value replaces the earlier one', async () => {
    const [first, second] = [new Pool(), new Pool()]

    expect(await merge({ pool: first }, { pool: { size: 2 } })).toEqual({ pool: { size: 2 } })
    expect((await merge({ pool: { size: 2 } }, { pool: first })).pool).toBe(first)
    expect((await merge({ pool: first }, { pool: second })).pool).toBe(second)
    expect(first).toEqual(new Pool())
  })

  it('the merge keeps properties of functions, and merges nothing into functions', async () => {
    const factory = Object.assign(() => 1, { inject: ['a'] })

    expect((await merge({ factory }, { factory: undefined })).factory).toBe(factory)
    expect(await merge({ factory }, { factory: { inject: ['b'] } })).toEqual({ factory: { inject: ['b'] } })
    expect(factory.inject).toEqual(['a'])
  })

  it('the merge does not freeze instances and functions', async () => {
    const pool = new Pool()
    const factory = (): void => {}
    await merge({ pool, factory })
    pool.size = 2

    expect(Object.isFrozen(pool)).toBe(false)
    expect(Object.isFrozen(factory)).toBe(false)
  })
})

describe('the result of a merge', () => {
  it('all maps and lists of the merged configuration are frozen, at every depth', async () => {
    const merged = (await merge({ a: { b: [{ c: [1] }] } })) as { a: { b: { c: number[] }[] } }

    expect(() => Object.assign(merged, { x: 1 })).toThrow(TypeError)
    expect(() => Object.assign(merged.a, { b: 1 })).toThrow(TypeError)
    expect(() => merged.a.b.push({ c: [] })).toThrow(TypeError)
    expect(() => merged.a.b[0]?.c.push(2)).toThrow(TypeError)
  })

  it('the merged configuration consists of new plain maps and lists, and the sources stay writable', async () => {
    const source = { map: { list: [{ a: 1 }] }, null: Object.assign(Object.create(null), { a: 1 }) }
    const merged = await merge(source)

    expect(merged).toStrictEqual({ map: { list: [{ a: 1 }] }, null: { a: 1 } })
    expect(merged.map).not.toBe(source.map)
    expect((merged.map as typeof source.map).list[0]).not.toBe(source.map.list[0])
    source.map.list.push({ a: 2 })
    expect(source.map.list).toHaveLength(2)
  })

  it('sources may be frozen, and may have the same object under two keys', async () => {
    const shared = Object.freeze({ list: Object.freeze(['a']) })

    expect(await merge(Object.freeze({ x: shared, y: shared }), { x: { list: ['b'] } })).toEqual({
      x: { list: ['a', 'b'] },
      y: { list: ['a'] },
    })
  })
})
