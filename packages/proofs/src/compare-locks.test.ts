import { Application, type Middleware, metadataKey, text } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { expect, test } from 'vitest'
import { runs } from '../../../test/programs/sampled.ts'
import { compareLocks, type RoutesLock, routesLock } from './index.ts'

const SECRET = metadataKey<string>('test/secret', { enforcedBy: (value) => (value === 'none' ? undefined : 'keep()') })

/** A route as plain data, which a test can edit before a route is made from it. */
interface Row {
  readonly methods: readonly string[] | null
  readonly path: string
  readonly name?: string
  readonly guards: readonly string[]
  readonly secret?: string
}

function guard(name: string): Middleware {
  return Object.defineProperty<Middleware>((request, handler) => handler(request), 'name', { value: name })
}

async function lockOf(rows: readonly Row[], everywhere: readonly string[] = []): Promise<RoutesLock> {
  const app = new Application({ router: new FindMyWayRouter() })
  for (const name of everywhere) app.pipe(guard(name))
  for (const { methods, path, name, guards, secret } of rows) {
    const route = app.route(path, [...guards.map(guard), () => text('ok')], methods as string[] | null, name)
    if (secret !== undefined) route.set(SECRET, secret)
  }
  return routesLock(app)
}

async function changes(before: Row | readonly Row[], after: Row | readonly Row[]): Promise<readonly string[]> {
  const found = compareLocks(await lockOf([before].flat()), await lockOf([after].flat()))
  return found.map(({ size, place, message }) => `${size} ${place}: ${message}`)
}

const row: Row = { methods: ['GET', 'POST'], path: '/users/{id}', name: 'user', guards: ['signedIn'] }

test('routesLock() lists methods, path, name, params with tokens, guards and enforced metadata of each route, sorted by path', async () => {
  const rows: Row[] = [
    { ...row, path: '/users/{id:\\d+}[/{rest...}]', secret: 'high' },
    { methods: null, path: '/', guards: [], secret: 'none' },
  ]
  expect(await lockOf(rows, ['log'])).toEqual({
    routes: {
      'any /': { guards: ['log'] },
      'GET|POST /users/{id:\\d+}[/{rest...}]': {
        name: 'user',
        params: { id: '\\d+', rest: '' },
        guards: ['log', 'signedIn'],
        requires: { 'test/secret': 'high' },
      },
    },
  })
})

test.each<[string, Partial<Row>, readonly string[]]>([
  ['no edit (an empty list)', {}, []],
  ['a change of its name', { name: 'account' }, ['major GET|POST /users/{id}: no longer named "user"']],
  ['the removal of a method', { methods: ['GET'] }, ['major POST /users/{id}: gone']],
  ['the addition of a method', { methods: ['GET', 'POST', 'PUT'] }, ['minor PUT /users/{id}: new']],
  [
    'a change to any method',
    { methods: null },
    ['minor GET /users/{id}: for any method now', 'minor POST /users/{id}: for any method now'],
  ],
  ['a change of the name of a param', { path: '/users/{user}' }, ['major GET|POST /users/{user}: {id} is {user} now']],
  [
    'the addition of a token',
    { path: '/users/{id:\\d+}' },
    ['major GET|POST /users/{id:\\d+}: {id} takes \\d+ alone now'],
  ],
  [
    'the addition of an optional part',
    { path: '/users/{id}[/all]' },
    ['minor GET /users/{id}/all: new', 'minor POST /users/{id}/all: new'],
  ],
  ['the removal of a guard', { guards: [] }, ['refused GET|POST /users/{id}: no longer guarded by "signedIn"']],
  [
    'the addition of a guard',
    { guards: ['signedIn', 'counted'] },
    ['minor GET|POST /users/{id}: guarded by "counted" now'],
  ],
  [
    'the addition of enforced metadata',
    { secret: 'high' },
    ['major GET|POST /users/{id}: "test/secret" requires "high" now'],
  ],
])('compareLocks() gives the size of each change of a route after %s', async (_what, edit, expected) => {
  expect(await changes(row, { ...row, ...edit })).toEqual(expected)
})

test('if metadata of a route is no longer enforced, compareLocks() reports a refused change, as for a lost guard', async () => {
  expect(await changes({ ...row, secret: 'high' }, { ...row, secret: 'none' })).toEqual([
    'refused GET|POST /users/{id}: "test/secret" no longer requires "high"',
  ])
})

test('compareLocks() reports a major change if a route for any method is limited to a few methods, and a refused change as well if the route also loses a guard', async () => {
  const any: Row = { ...row, methods: null }
  expect(await changes(any, row)).toEqual(['major any /users/{id}: for GET, POST alone now'])
  expect(await changes(any, { ...row, guards: [] })).toEqual([
    'refused GET|POST /users/{id}: no longer guarded by "signedIn"',
    'major any /users/{id}: for GET, POST alone now',
  ])
})

test('compareLocks() reports no change if two routes for the same paths replace a route with an optional part, and a lost name if one route replaces these two', async () => {
  const whole: Row = { methods: ['GET'], path: '/a[/{b}]', name: 'a', guards: [] }
  const parts = [
    { ...whole, path: '/a' },
    { ...whole, path: '/a/{b}', name: 'b' },
  ]
  expect(await changes(whole, parts)).toEqual([])
  expect(await changes(parts, whole)).toEqual(['major GET /a/{b}: no longer named "b"'])
})

test('compareLocks() reports a guard that all routes have lost as one change', async () => {
  const rows = ['/a', '/b', '/c', '/d', '/e'].map((path): Row => ({ methods: ['GET'], path, guards: [] }))
  expect(compareLocks(await lockOf(rows, ['csrf', 'log']), await lockOf(rows, ['log']))).toEqual([
    { size: 'refused', place: 'GET /a, GET /b, GET /c and 2 more', message: 'no longer guarded by "csrf"' },
  ])
})

/** Makes a generator of random numbers from a seed: each is at least 0 and less than `below`. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const CASES = Number(process.env.PROOF_CASES ?? runs(1000))
const FIRST = Number(process.env.PROOF_SEED ?? 1)
const PARTS = ['/a', '/b', '/{x}', '/{y:\\d+}', '/{z:a|b}', '/{x}-{y}', '/c']

type Size = 'refused' | 'major' | 'minor' | 'none'

/**
 * Edits of a random table of routes. Each edit changes the table, and returns the size that the largest reported change
 * must have; an edit that does not fit the table returns `undefined`.
 */
const EDITS: Readonly<Record<string, (rows: Row[], at: number, pick: (below: number) => number) => Size | undefined>> =
  {
    remove: (rows, at) => {
      rows.splice(at, 1)
      return 'major'
    },
    add: (rows, _at, pick) => {
      rows.splice(pick(rows.length + 1), 0, { methods: ['GET'], path: `/new/${pick(9)}/{id}`, name: 'new', guards: [] })
      return 'minor'
    },
    shuffle: (rows, at) => {
      rows.push(...rows.splice(0, at))
      return 'none'
    },
    rename: (rows, at) => edit(rows, at, ({ name }) => ({ name: `${name}-else` }), 'major'),
    'a param': (rows, at) => {
      if (!rows[at]?.path.includes('{x}')) return undefined
      return edit(rows, at, ({ path }) => ({ path: path.replace('{x}', '{other}') }), 'major')
    },
    'a narrower token': (rows, at) => {
      if (!rows[at]?.path.includes('{x}')) return undefined
      return edit(rows, at, ({ path }) => ({ path: path.replace('{x}', '{x:[ab]}') }), 'major')
    },
    'no token': (rows, at) => {
      if (!rows[at]?.path.includes('{y:\\d+}')) return undefined
      return edit(rows, at, ({ path }) => ({ path: path.replace('{y:\\d+}', '{y}') }), 'minor')
    },
    'drop a guard': (rows, at) => {
      if (rows[at]?.guards.length === 0) return undefined
      return edit(rows, at, ({ guards }) => ({ guards: guards.slice(1) }), 'refused')
    },
    'add a guard': (rows, at) => edit(rows, at, ({ guards }) => ({ guards: [...guards, 'more'] }), 'minor'),
    'fewer methods': (rows, at) => {
      const { methods } = rows[at] as Row
      return edit(rows, at, () => ({ methods: methods === null ? ['GET'] : methods.slice(1) }), 'major')
    },
    'fewer methods, without a guard': (rows, at) => {
      const { methods, guards } = rows[at] as Row
      if (guards.length === 0 || methods?.length === 1) return undefined
      const change = { methods: methods === null ? ['GET'] : methods.slice(1), guards: guards.slice(1) }
      return edit(rows, at, () => change, 'refused')
    },
    'any method': (rows, at) => {
      if (rows[at]?.methods === null) return undefined
      return edit(rows, at, () => ({ methods: null }), 'minor')
    },
    'less that is enforced': (rows, at) => {
      if (rows[at]?.secret !== 'high') return undefined
      return edit(rows, at, () => ({ secret: 'none' }), 'refused')
    },
  }

function edit(rows: Row[], at: number, change: (row: Row) => Partial<Row>, size: Size): Size {
  const row = rows[at] as Row
  rows[at] = { ...row, ...change(row) }
  return size
}

test(`in up to ${CASES} random tables of routes, the largest change that compareLocks() reports after a random edit has the size of this edit, such as major`, async () => {
  const seen = new Map(Object.keys(EDITS).map((name) => [name, 0]))
  for (let seed = FIRST; seed < FIRST + CASES; seed++) {
    const pick = numbersFrom(seed * 31)
    const one = <T>(list: readonly T[]): T => list[pick(list.length)] as T
    const rows = Array.from({ length: 2 + pick(6) }, (_, at): Row => {
      const names = new Set<string>()
      const parts = Array.from({ length: 1 + pick(3) }, () => one(PARTS)).filter((part) => {
        const own = part.match(/[xyz]/g) ?? []
        return !own.some((name) => names.size === names.add(name).size)
      })
      const methods = one([['GET'], ['POST'], ['GET', 'POST'], ['PUT', 'GET', 'DELETE'], null])
      const guards = ['one', 'two', 'three'].filter(() => pick(3) === 0)
      const secret = one(['high', 'none', undefined])
      return { methods, path: parts.join('') || '/a', name: `r${at}`, guards, ...(secret && { secret }) }
    })
    const name = one(Object.keys(EDITS))
    const edited = [...rows]
    const expected = EDITS[name]?.(edited, pick(rows.length), pick)
    if (expected === undefined) continue
    const locks = await Promise.all([lockOf(rows), lockOf(edited)]).catch(() => undefined)
    // A table in which two routes have the same path and method is left out, since routers refuse it.
    if (locks === undefined) continue
    const [before, after] = locks.map((lock) => JSON.parse(JSON.stringify(lock))) as [RoutesLock, RoutesLock]
    const found = compareLocks(before, after)
    const note = `seed ${seed}, ${name}: ${JSON.stringify(found)}\n${rows.map((row) => JSON.stringify(row)).join('\n')}`
    expect(found[0]?.size ?? 'none', note).toBe(expected)
    expect(compareLocks(after, after), note).toEqual([])
    seen.set(name, (seen.get(name) ?? 0) + 1)
  }
  for (const [name, count] of seen) expect(count, name).toBeGreaterThanOrEqual(CASES / 100)
}, 600_000)
