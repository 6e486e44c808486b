import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../test/programs/sampled.ts'
import { defineConfig, resolveConfig } from './index.ts'

type Config = Record<string, unknown>

const DANGEROUS = ['__proto__', 'constructor', 'prototype']

const key = fc.oneof(
  fc.string({ maxLength: 3 }),
  fc.constantFrom('a', 'b', 'toString', 'length', 'hasOwnProperty', '0'),
)
const scalar = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null))

/**
 * Generates maps in which the keys `m…` have maps, the keys `l…` lists, and the keys `s…` scalars. So two such maps
 * never have different kinds of value under the same key.
 */
const { agreeing } = fc.letrec<{ agreeing: Config }>((tie) => ({
  agreeing: fc.record(
    {
      m1: fc.oneof({ depthSize: 'small' }, fc.constant({}), tie('agreeing')),
      m2: fc.oneof({ depthSize: 'small' }, fc.constant({}), tie('agreeing')),
      l1: fc.array(fc.oneof({ depthSize: 'small' }, scalar, tie('agreeing')), { maxLength: 3 }),
      l2: fc.array(scalar, { maxLength: 3 }),
      s1: scalar,
      s2: fc.option(scalar, { nil: undefined }),
    },
    { requiredKeys: [] },
  ),
}))

/** Generates any tree of maps, lists and scalars. Two trees may have different kinds of value under the same key. */
const { anything } = fc.letrec<{ anything: Config; value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    tie('anything'),
  ),
  anything: fc.dictionary(
    key.filter((name) => !DANGEROUS.includes(name)),
    tie('value'),
    { maxKeys: 4, noNullPrototype: true },
  ) as fc.Arbitrary<Config>,
}))

/** Checks a property for random values. */
async function holds<T extends unknown[]>(property: fc.IAsyncProperty<T>): Promise<void> {
  await fc.assert(property, { numRuns: runs(100) })
}

function merge(...sources: Config[]): Promise<Config> {
  return resolveConfig(defineConfig(sources), { root: '/' })
}

function containersIn(value: unknown): object[] {
  return typeof value === 'object' && value !== null ? [value, ...Object.values(value).flatMap(containersIn)] : []
}

/**
 * Returns the list that the merged configuration must have under the key `name`: the items of all sources, in their
 * order.
 */
function concatenated(sources: readonly Config[], name: string): unknown[] {
  return sources.flatMap((source) => source[name] ?? [])
}

/**
 * Replaces each value of a map or list by a string that consists of the number of the source, the key and the value. So
 * no two sources have an equal value.
 */
function tagged(value: object, source: number): object {
  return Object.fromEntries(Object.entries(value).map(([key, number]) => [key, `${source} ${key} ${number}`]))
}

describe('the merge of random configurations', () => {
  it('2.8: the merge is associative if a key has the same kind of value (map, list, scalar) in all sources', async () => {
    await holds(
      fc.asyncProperty(agreeing, agreeing, agreeing, async (a, b, c) => {
        const together = await merge(a, b, c)

        expect(await merge(await merge(a, b), c)).toStrictEqual(together)
        expect(await merge(a, await merge(b, c))).toStrictEqual(together)
      }),
    )
  })

  it('2.8: the merge of two sources has the same result if one of them is merged by itself first, and if empty sources are added', async () => {
    await holds(
      fc.asyncProperty(anything, anything, async (a, b) => {
        const together = await merge(a, b).catch(() => undefined)
        if (together === undefined) return

        expect(await merge(await merge(a), b)).toStrictEqual(together)
        expect(await merge({}, a, {}, b, {})).toStrictEqual(together)
      }),
    )
  })

  it('2.7: a merged list has the items of all sources, in the order of the sources', async () => {
    await holds(
      fc.asyncProperty(fc.array(agreeing, { maxLength: 5 }), async (sources) => {
        const merged = await merge(...sources)

        expect(merged.l2 ?? []).toStrictEqual(concatenated(sources, 'l2'))
        expect(merged.l1 ?? []).toEqual(concatenated(sources, 'l1'))
      }),
    )
  })

  it('2.7: the merge loses no item of a list, also if a list is merged with a map', async () => {
    const listOrMap = fc.oneof(fc.array(fc.nat()), fc.dictionary(fc.constantFrom('a', 'b', '[0]', '[1]'), fc.nat()))

    await holds(
      fc.asyncProperty(fc.array(listOrMap, { maxLength: 6 }), async (values) => {
        const merged = await merge(
          ...values.map((value, source) => ({ key: Object.assign(value, tagged(value, source)) })),
        )
        const items = values.flatMap((value) => (Array.isArray(value) ? value : []))
        const keyed = Object.assign({}, ...values.filter((value) => !Array.isArray(value)))
        const found = Object.values((merged.key ?? []) as object)

        expect(found.filter((item) => items.includes(item))).toEqual(items)
        expect(found).toHaveLength(items.length + Object.keys(keyed).length)
        if (!Array.isArray(merged.key)) expect(merged.key ?? {}).toMatchObject(keyed)
      }),
    )
  })

  it('2.7: the merge of a single source has the same content as the source', async () => {
    await holds(
      fc.asyncProperty(anything, async (source) => {
        expect(await merge(source)).toStrictEqual(source)
      }),
    )
  })

  it('the merge never changes a source, and its result shares no map or list with a source', async () => {
    await holds(
      fc.asyncProperty(fc.array(anything, { minLength: 1, maxLength: 4 }), async (sources) => {
        const before = structuredClone(sources)
        const merged = await merge(...sources).catch(() => Object.freeze({}))
        const inputs = new Set(containersIn(sources))

        expect(sources).toStrictEqual(before)
        expect(containersIn(merged).filter((container) => inputs.has(container))).toEqual([])
        expect([...inputs].some((input) => Object.isFrozen(input))).toBe(false)
        expect(containersIn(merged).every((container) => Object.isFrozen(container))).toBe(true)
      }),
    )
  })

  it('the merge changes no prototype, and refuses the keys __proto__, constructor and prototype at every depth', async () => {
    const prototype = Object.getOwnPropertyNames(Object.prototype)
    const dangerous = fc.constantFrom(...DANGEROUS)

    await holds(
      fc.asyncProperty(
        fc.array(key, { maxLength: 3 }),
        dangerous,
        scalar,
        anything,
        async (path, last, value, other) => {
          const json = [...path, last].reduceRight<string>(
            (inner, name) => `{${JSON.stringify(name)}:${inner}}`,
            JSON.stringify(value),
          )

          await expect(merge(other, JSON.parse(json))).rejects.toMatchObject({
            code: 'APP_CONFIG_VALUE',
            message: expect.stringContaining('in source 2 is a key'),
          })
          expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(prototype)
        },
      ),
    )
  })
})
