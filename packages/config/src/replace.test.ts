import { describe, expect, expectTypeOf, it } from 'vitest'
import { type ConfigSource, defineConfig, file, remove, replace, resolveConfig } from './index.ts'
import { project } from './project.test.helper.ts'

function merge(...sources: ConfigSource[]): Promise<Record<string, unknown>> {
  return resolveConfig(defineConfig(sources), { root: '/' })
}

describe('replace', () => {
  it('2.7: a list, map or scalar in replace() takes the place of an earlier value of the same kind', async () => {
    expect(
      await merge({ l: [1], m: { a: 1 }, s: 1 }, { l: replace([2]), m: replace({ b: 2 }), s: replace('x') }),
    ).toEqual({
      l: [2],
      m: { b: 2 },
      s: 'x',
    })
  })

  it('a list, map or scalar in replace() takes the place of an earlier value of another kind', async () => {
    expect(await merge({ l: [1], m: { a: 1 } }, { l: replace({ a: 1 }), m: replace([1]) })).toEqual({
      l: { a: 1 },
      m: [1],
    })
    expect(await merge({ m: { a: 1 } }, { m: replace(7) })).toEqual({ m: 7 })
  })

  it('later sources are merged into the value of replace() as usual, even if replace() is in the first source', async () => {
    expect(await merge({ l: [1] }, { l: replace([2]) }, { l: [3] })).toEqual({ l: [2, 3] })
    expect(await merge({ l: replace([1]), m: { x: replace({ a: 1 }) } }, { l: [2], m: { x: { b: 2 } } })).toEqual({
      l: [1, 2],
      m: { x: { a: 1, b: 2 } },
    })
  })

  it('replace() works deep inside of nested maps', async () => {
    const pipe = (middleware: unknown) => ({ middleware_pipeline: { x: { middleware, priority: 1 } } })

    expect(await merge(pipe(['a', 'b']), pipe(replace(['c'])))).toEqual(pipe(['c']))
  })

  it('the value of replace() may be null, an empty map or list, or a value with replace() or remove() inside', async () => {
    expect(
      await merge(
        { a: 1, b: { x: 1 }, c: [1], d: 1 },
        { a: replace(null), b: replace({}), c: replace([]), d: replace(replace(2)) },
      ),
    ).toEqual({ a: null, b: {}, c: [], d: 2 })
    expect(await merge({ m: { a: 1 } }, { m: replace({ b: replace(1), c: remove() }) })).toEqual({ m: { b: 1 } })
  })

  it('2.6: replace() keeps its key at the same place in the order of keys, in which middleware of equal priority runs', async () => {
    const merged = await merge({ a: ['x'], b: 1, c: 1 }, { d: 1, a: replace({ y: 1 }) }, { b: remove() }, { b: 2 })

    expect(Object.keys(merged)).toEqual(['a', 'c', 'd', 'b'])
  })

  it('replace() in an item of a list reaches no key of a map that an earlier source has in place of the list', async () => {
    expect(await merge({ l: { 0: { x: { a: 1 } } } }, { l: [{ x: replace({ b: 2 }) }] })).toEqual({
      l: { 0: { x: { a: 1 } }, '[0]': { x: { b: 2 } } },
    })
  })

  it('replace() leaves the other keys of the map around it unchanged', async () => {
    expect(await merge({ m: { a: 1, b: 1 } }, { m: { a: replace(2) } })).toEqual({ m: { a: 2, b: 1 } })
  })

  it('a file that file() loads may contain replace() and remove()', async () => {
    const text = "import { remove, replace } from '@app/config'\nexport default { l: replace(['b']), x: remove() }"
    const root = project({ 'a.json': { l: ['a'], x: 1 }, 'b.ts': text })

    expect(await resolveConfig(defineConfig([file('a.json'), file('b.ts')]), { root })).toEqual({ l: ['b'] })
  })

  it('the type of replace(value) is the type of the value', () => {
    expectTypeOf(replace(['a'])).toEqualTypeOf<string[]>()
  })
})

describe('remove', () => {
  it('remove() removes a key at any depth, whatever its value', async () => {
    expect(
      await merge({ a: 1, l: [1], m: { x: { y: 1 }, z: 2 } }, { a: remove(), l: remove(), m: { x: remove() } }),
    ).toStrictEqual({ m: { z: 2 } })
  })

  it('remove() changes nothing if there is no such key', async () => {
    expect(await merge({}, { a: remove(), m: { x: remove() }, l: [{ x: remove() }] })).toStrictEqual({ m: {}, l: [{}] })
  })

  it('a later source may set a key that remove() has removed', async () => {
    expect(await merge({ a: { x: 1 } }, { a: remove() }, { a: { y: 2 } })).toEqual({ a: { y: 2 } })
    expect(await merge({ a: ['x'] }, { a: remove() }, { a: { y: 2 } })).toEqual({ a: { y: 2 } })
  })

  it('the type of remove() is assignable to a key of any type', () => {
    expectTypeOf(remove()).toBeNever()
    const config: { port: number; middleware: string[] } = { port: remove(), middleware: remove() }
    expect(config).toBeDefined()
  })
})
