import { defineConfig, resolveConfig } from '@app/config'
import { createContainer } from '@app/container-factory'
import { describe, expect, test } from 'vitest'
import { runs } from '../../../../test/programs/sampled.ts'
import { Application, type Config, configProvider, type PipelineEntry } from '../index.ts'

type Entries = Readonly<Record<string, Partial<PipelineEntry> | string>>

/** Returns the keys of the pipeline's entries in their final order. */
async function order(...sources: readonly Entries[]): Promise<readonly string[]> {
  const parts = sources.map((entries): Config => {
    const given = Object.entries(entries).map(([key, entry]) => [
      key,
      typeof entry === 'string' ? entry : { middleware: () => new Response(), ...entry },
    ])
    return { middleware_pipeline: Object.fromEntries(given) }
  })
  const app = createContainer(await resolveConfig(defineConfig([configProvider, ...parts]))).get(Application.SERVICE)
  return app.describe().items.flatMap(({ entry }) => entry?.key.replace('middleware_pipeline.', '') ?? [])
}

const steps: Entries = {
  routing: Application.ROUTING_MIDDLEWARE,
  dispatch: { middleware: Application.DISPATCH_MIDDLEWARE, priority: -500 },
}

describe('an entry runs after the entries that its "after" names, and before those that its "before" names', () => {
  test.each<[string, Entries, string]>([
    [
      'behind another entry',
      { a: { after: 'session' }, session: { priority: 3_500 }, log: { priority: 9_000 } },
      'log session a',
    ],
    ['in front of a step', { a: { before: 'routing' } }, 'a'],
    ['behind a step', { a: { after: 'routing' } }, 'a'],
    ['between two entries', { b: { priority: 5 }, a: { after: 'b', before: 'c' }, c: { priority: 3 } }, 'b a c'],
    [
      'behind several entries',
      { a: { after: ['b', 'c'] }, b: { priority: 5 }, c: { priority: 3 }, d: { priority: 2 } },
      'b c a d',
    ],
    [
      'in front of an entry that has an "after" itself',
      { a: { before: 'b' }, b: { after: 'c' }, c: { priority: 5 } },
      'a c b',
    ],
    [
      'among the entries of its own priority, if it has one',
      { a: { after: 'b', priority: 7 }, x: { priority: 7 }, b: { priority: 7 } },
      'x b a',
    ],
  ])('an entry runs %s', async (_what, entries, expected) => {
    const found = await order(entries, steps)
    expect(found.filter((key) => key in entries).join(' ')).toBe(expected)
  })

  test('"after" and "before" may name a step by the key of its entry or by the name of the step', async () => {
    const named = { first: { before: 'routing' }, second: { before: Application.DISPATCH_MIDDLEWARE } }
    expect(await order(steps, named)).toEqual(['first', 'routing', 'second', 'dispatch'])
  })

  test('entries without "after" and "before" keep their order, also if an entry with "before" is put between them', async () => {
    const entries = { x: { priority: 5 }, routing: { priority: 5 }, y: { priority: 5 }, a: { before: 'routing' } }
    expect(await order(entries)).toEqual(['x', 'a', 'routing', 'y'])
  })

  test('an entry without a priority takes the priority of the entry that its "after" names', async () => {
    const config = {
      middleware_pipeline: {
        s: { middleware: () => new Response(), priority: 7 },
        a: { middleware: () => new Response(), after: 's' },
      },
    }
    const app = createContainer({ ...configProvider(), ...config }).get(Application.SERVICE)
    expect(app.describe().items.map(({ entry }) => entry)).toMatchObject([{ priority: 7 }, { priority: 7 }])
  })
})

describe('an "after" or "before" that cannot be fulfilled is refused with an error that names the key and the source of the entry', () => {
  test.each<[string, Entries, Entries, string]>([
    [
      'two entries that run behind each other',
      { a: { after: 'b' } },
      { b: { after: 'a' } },
      'The order of the pipeline contradicts itself: middleware_pipeline.a (source 2) runs after middleware_pipeline.b ' +
        '(source 3), as its "after" says; middleware_pipeline.b (source 3) runs after middleware_pipeline.a (source 2), ' +
        'as its "after" says. Remove one of these conditions.',
    ],
    [
      'an "after" that contradicts a priority',
      { a: { after: 'b', priority: 1_000 } },
      { b: { priority: 5 } },
      'middleware_pipeline.b (source 3) runs after middleware_pipeline.a (source 2), whose priority 1000 is higher than 5.',
    ],
    [
      'an "after" and a "before" that contradict two priorities',
      { a: { after: 'low', before: 'high' } },
      { high: { priority: 5 }, low: { priority: 3 } },
      'middleware_pipeline.high (source 3) runs after middleware_pipeline.a (source 2), as the "before" of that entry says; ' +
        'middleware_pipeline.a (source 2) runs after middleware_pipeline.low (source 3), as its "after" says; ' +
        'middleware_pipeline.low (source 3) runs after middleware_pipeline.high (source 3), whose priority 5 is higher than 3.',
    ],
    [
      'an entry that runs after itself',
      { a: { after: 'a' } },
      {},
      'middleware_pipeline.a (source 2) runs after middleware_pipeline.a (source 2)',
    ],
    [
      'an "after" with a misspelt key',
      { a: { after: 'sesion' } },
      { session: {} },
      'middleware_pipeline.a (source 2): "after" names no entry of middleware_pipeline: "sesion". Did you mean "session"?',
    ],
    [
      'a "before" with a key that no entry has',
      { a: { before: ['x'] } },
      {},
      'middleware_pipeline.a (source 2): "before" names no entry of middleware_pipeline: "x". There are a.',
    ],
    [
      'an "after" with the key of a package that the application lacks',
      { '@acme/audit': { after: '@app/authentication' } },
      {},
      'middleware_pipeline.@acme/audit (source 2): "after" names no entry of middleware_pipeline: "@app/authentication". ' +
        'There are @acme/audit. If the application lacks the package, add it: npx app add @app/authentication',
    ],
    [
      'an "after" with a key that is similar to that of another package',
      { a: { after: '@acme/audit/log' } },
      { '@acme/audit/lock': {} },
      'names no entry of middleware_pipeline: "@acme/audit/log". Did you mean "@acme/audit/lock"? ' +
        'If the application lacks the package, add it: npx app add @acme/audit',
    ],
    [
      'an "after" that is a number',
      { a: { after: 7 as never } },
      {},
      'middleware_pipeline.a (source 2): "after" is the key of an entry, or a list of keys, got a number.',
    ],
  ])('an error refuses %s', async (_what, one, other, message) => {
    await expect(order(one, other)).rejects.toThrow(message)
  })
})

test('many entries that all name each other are refused with an error that shows the shortest circle', async () => {
  const keys = Array.from({ length: 20 }, (_, at) => `e${at}`)
  const entries = Object.fromEntries(keys.map((key) => [key, { after: keys.filter((other) => other !== key) }]))
  await expect(order(entries)).rejects.toThrow(
    'middleware_pipeline.e0 (source 2) runs after middleware_pipeline.e1 (source 2), as its "after" says; ' +
      'middleware_pipeline.e1 (source 2) runs after middleware_pipeline.e0 (source 2), as its "after" says. Remove one',
  )
})

/** Makes a generator of pseudorandom numbers: a call with `below` returns an integer from 0 to `below - 1`. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const CASES = Number(process.env.PROOF_CASES ?? runs(1_000))
const FIRST = Number(process.env.PROOF_SEED ?? 1)

interface Random {
  readonly priority?: number
  readonly after?: readonly string[]
  readonly before?: readonly string[]
}

test(`in ${CASES} random pipelines the order fulfils each "after", each "before" and the priorities, or an error names entries that form a circle`, async () => {
  const seen = { ordered: 0, refused: 0, plain: 0 }
  for (let seed = FIRST; seed < FIRST + CASES; seed++) {
    const pick = numbersFrom(seed * 13)
    const keys = Array.from({ length: 1 + pick(9) }, (_, at) => `e${at}`)
    const some = (): readonly string[] => keys.filter(() => pick(keys.length * 2) === 0)
    const entries = Object.fromEntries(
      keys.map((key): [string, Random] => {
        const [after, before] = pick(3) === 0 ? [some(), some()] : [[], []]
        return [
          key,
          { ...(pick(2) && { priority: pick(4) }), ...(after.length && { after }), ...(before.length && { before }) },
        ]
      }),
    )
    const of = (key: string) => entries[key] as Random
    const says = (key: string) => (of(key).after ?? of(key).before) !== undefined
    const settled = (key: string) => (says(key) ? of(key).priority : (of(key).priority ?? 1))
    /** True if an entry has to run after another one, computed in another way than in the code under test. */
    const isBehind = (key: string, other: string): boolean => {
      if (of(key).after?.includes(other) || of(other).before?.includes(key)) return true
      const [own, its] = [settled(key), settled(other)]
      if (own === undefined || its === undefined) return false
      return own < its || (own === its && !says(key) && !says(other) && keys.indexOf(other) < keys.indexOf(key))
    }
    const note = `seed ${seed}: ${JSON.stringify(entries)}`
    const found = await order(entries).catch((error: Error) => error)
    if (found instanceof Error) {
      seen.refused++
      const [, text = ''] = /contradicts itself: (.*)\. Remove one/.exec(found.message) ?? []
      const links = text
        .split('; ')
        .map((line) => /\.(e\d) .* after middleware_pipeline\.(e\d) /.exec(line)?.slice(1) ?? [])
      expect(links.length, `${note} ${found.message}`).toBeGreaterThan(0)
      for (const [at, [key = '', other = '']] of links.entries()) {
        expect(isBehind(key, other), `${note} ${found.message}`).toBe(true)
        expect(links[(at + 1) % links.length]?.[0], note).toBe(other)
      }
      continue
    }
    seen[keys.some(says) ? 'ordered' : 'plain']++
    expect([...found].sort(), note).toEqual([...keys].sort())
    for (const [at, key] of found.entries()) {
      for (const other of found.slice(at)) expect(isBehind(key, other), `${note} ${found}`).toBe(false)
    }
  }
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(CASES / 20)
}, 600_000)
