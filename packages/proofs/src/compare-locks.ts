import { parsePath } from '@app/router'
import { expandOptional, placeholdersOf } from '@app/router/adapter'
import type { LockedRoute, RoutesLock } from './routes-lock.ts'

/** A difference between the routes in two lock files of an application. */
export interface LockChange {
  /**
   * `refused`: a guard is lost, or enforced metadata is lost or changed. `major`: something is gone or narrower, such
   * as a removed route. `minor`: something is new or wider, such as an added route.
   */
  readonly size: 'refused' | 'major' | 'minor'
  /**
   * The changed route, such as `GET /users/{id}`. For several routes that have lost or got the same guard: these
   * routes, or the first three of them and the number of the others.
   */
  readonly place: string
  readonly message: string
}

/**
 * Lists the changes of the routes from the content of an older lock file, `before`, to the content of a newer one,
 * `after`: first the refused changes, then the major ones, then the minor ones. Refused changes are a guard that no
 * longer runs before a route, and enforced metadata that has changed or is gone. Major changes are a removed path,
 * method or name of a route, a renamed param, a new or changed token, and metadata that is newly enforced. Other
 * additions and a removed token are minor.
 *
 * @example
 * const problems = compareLocks(before, await routesLock(app)).filter(({ size }) => size !== 'minor')
 */
export function compareLocks(before: RoutesLock, after: RoutesLock): readonly LockChange[] {
  const [was, is] = [operationsOf(before), operationsOf(after)]
  const pairs = pairsOf(was, is)
  const changes: LockChange[] = []
  const compared = new Map<LockEntry, Set<LockEntry>>()
  for (const operation of was) {
    const found = pairs.get(operation) ?? []
    const place = textOf(operation)
    const methods = found.map(({ method }) => method)
    if (methods.length === 0) changes.push({ size: 'major', place, message: 'gone' })
    else if (operation.method === 'any' && !methods.includes('any'))
      changes.push({ size: 'major', place, message: `for ${methods.join(', ')} alone now` })
    else if (methods[0] !== operation.method) changes.push({ size: 'minor', place, message: 'for any method now' })
    const others = compared.get(operation.entry) ?? new Set()
    compared.set(operation.entry, others)
    for (const { entry } of found) others.add(entry)
  }
  const known = new Set([...pairs.values()].flat())
  for (const operation of is) {
    if (!known.has(operation)) changes.push({ size: 'minor', place: textOf(operation), message: 'new' })
  }
  for (const [entry, others] of compared) changes.push(...compareRoutes(entry, [...others]))
  return grouped(changes).sort((a, b) => SIZES.indexOf(a.size) - SIZES.indexOf(b.size))
}

const SIZES: readonly LockChange['size'][] = ['refused', 'major', 'minor']

/** A route in a lock file, with its key there, such as `GET|POST /users/{id}`, and the path from this key. */
interface LockEntry {
  readonly key: string
  readonly path: string
  readonly route: LockedRoute
}

/** One method of a route, and one form of the route's path: the path with all, some or none of its optional parts. */
interface Operation {
  readonly entry: LockEntry
  readonly method: string
  /** The form of the path as text, with the names of placeholders: `/users/{id}`. */
  readonly form: string
  /** The form of the path as text, without the names of placeholders: `/users/{}`. */
  readonly shape: string
}

function operationsOf({ routes }: RoutesLock): readonly Operation[] {
  return Object.entries(routes).flatMap(([key, route]) => {
    const [methods = '', ...rest] = key.replace(/ \(\d+\)$/, '').split(' ')
    const path = rest.join(' ')
    const entry = { key, path, route }
    const forms = path === '' ? [[]] : expandOptional(parsePath(path))
    return forms.flatMap((segments) => {
      const text = (isNamed: boolean) =>
        segments
          .map((segment) => {
            if (segment.kind === 'static') return `/${segment.text}`
            const names = placeholdersOf([segment]).map(({ name }) => (isNamed ? `{${name}}` : '{}'))
            if (segment.kind === 'rest') return `/${names[0]?.replace('}', '...}')}`
            const separators = segment.kind === 'compound' ? segment.separators : []
            const inside = names.map((name, at) => `${name}${separators[at] ?? ''}`).join('')
            return `/${segment.prefix}${inside}${segment.suffix}`
          })
          .join('')
      return methods.split('|').map((method) => ({ entry, method, form: text(true), shape: text(false) }))
    })
  })
}

/**
 * Finds for each operation of the old lock file the operations of the new one that get its requests. Usually this is
 * one operation with the same `shape`, for the same method or for any method. If there are several, the order is: same
 * method and path, same method, any method; and among operations of the same rank, the most similar route. In place of
 * an old operation for any method, the new lock file may have an operation for each of several methods.
 */
function pairsOf(was: readonly Operation[], is: readonly Operation[]): ReadonlyMap<Operation, readonly Operation[]> {
  const pairs = new Map<Operation, readonly Operation[]>()
  const used = new Set<Operation>()
  const pairBy = (fits: (one: Operation, other: Operation) => boolean) => {
    for (const one of was) {
      if (pairs.has(one)) continue
      const found = is.filter((other) => !used.has(other) && one.shape === other.shape && fits(one, other))
      const [other] = found.sort((a, b) => likeness(one, b) - likeness(one, a))
      if (other === undefined) continue
      pairs.set(one, [other])
      if (one.method === other.method) used.add(other)
    }
  }
  pairBy((one, other) => one.method === other.method && one.entry.path === other.entry.path)
  pairBy((one, other) => one.method === other.method)
  // A new operation for any method may stand in place of several old operations. So it is not added to `used`, and can
  // be found for each of them.
  pairBy((_one, other) => other.method === 'any')
  for (const one of was) {
    const found = is.filter((other) => !used.has(other) && one.shape === other.shape)
    if (one.method === 'any' && !pairs.has(one) && found.length > 0) pairs.set(one, found)
  }
  return pairs
}

function likeness({ entry: { route } }: Operation, { entry: other }: Operation): number {
  const hasSameParams = JSON.stringify(route.params) === JSON.stringify(other.route.params)
  return Number(hasSameParams) * 2 + Number(route.name === other.route.name)
}

/** Compares a route of the old lock file with the routes of the new one that get its requests. */
function compareRoutes({ key: place, route: was }: LockEntry, others: readonly LockEntry[]): readonly LockChange[] {
  const changes: LockChange[] = []
  const add = (size: LockChange['size'], place: string, message: string) => void changes.push({ size, place, message })
  const names = others.map(({ route }) => route.name)
  if (was.name !== undefined && others.length > 0 && !names.includes(was.name))
    add('major', place, `no longer named "${was.name}"`)
  for (const { key, route: is } of others) {
    if (was.name === undefined && is.name !== undefined) add('minor', key, `named "${is.name}" now`)
    compareParams(was, is, (size, message) => add(size, key, message))
    for (const guard of was.guards)
      if (!is.guards.includes(guard)) add('refused', key, `no longer guarded by "${guard}"`)
    for (const guard of is.guards) if (!was.guards.includes(guard)) add('minor', key, `guarded by "${guard}" now`)
    for (const name of new Set([...Object.keys(was.requires ?? {}), ...Object.keys(is.requires ?? {})])) {
      const [one, other] = [was, is].map(({ requires }) => JSON.stringify(requires?.[name]))
      if (one === other) continue
      if (one === undefined) add('major', key, `"${name}" requires ${other} now`)
      else add('refused', key, `"${name}" no longer requires ${one}`)
    }
  }
  return changes
}

function compareParams(was: LockedRoute, is: LockedRoute, add: (size: LockChange['size'], message: string) => void) {
  const others = Object.entries(is.params ?? {})
  for (const [at, [name, token]] of Object.entries(was.params ?? {}).entries()) {
    const [other, otherToken] = others[at] ?? []
    // The new lock file may have a route for each form of an optional path: `/a[/{b}]` becomes `/a` and `/a/{b}`. The
    // route of the shorter form has fewer params, so a missing param is not a change.
    if (other === undefined || otherToken === undefined) continue
    if (name !== other) add('major', `{${name}} is {${other}} now`)
    if (token === otherToken) continue
    if (otherToken === '') add('minor', `{${other}} takes any text now, and not only ${token}`)
    else add('major', `{${other}} takes ${otherToken} alone now${token === '' ? '' : `, and not ${token}`}`)
  }
}

/**
 * Combines the changes of all routes that lose, or that get, the same guard into one change, since a single line of a
 * program, such as a removed `pipe()`, may cause all of them.
 */
function grouped(changes: readonly LockChange[]): LockChange[] {
  const found = new Map<string, LockChange & { readonly places: string[] }>()
  for (const [number, change] of changes.entries()) {
    const { size, place, message } = change
    const key = /guarded by "/.test(message) ? `${size} ${message}` : `${number}`
    const known = found.get(key)
    if (known) known.places.push(place)
    else found.set(key, { ...change, places: [place] })
  }
  return [...found.values()].map(({ size, message, places }) => {
    const shown = places.slice(0, SHOWN).join(', ')
    const more = places.length - SHOWN
    return { size, message, place: more > 0 ? `${shown} and ${more} more` : shown }
  })
}

const SHOWN = 3

function textOf({ method, form }: Operation): string {
  return `${method} ${form || '/'}`
}
