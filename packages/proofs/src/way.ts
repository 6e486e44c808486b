import type { RouteResult, ServerRequest } from '@app/core'
import type { ApplicationContent, Limit, PlanNode } from '@app/core/internal'
import { divide, keyOf, type PathSet } from './path-set.ts'

/** A path through a plan, here called a way. Requests for all URL paths in `paths` take it. */
export interface Way {
  readonly paths: PathSet
  /** `is`: the host of the requests. `not`: if `is` is absent, the hosts that the requests do not have. */
  readonly host: { readonly is?: string; readonly not: readonly string[] }
  /**
   * The result of the last routing step on this way. `own`: the step has chosen the route to which ways are searched
   * (`Search.route` in ways.ts); in a search for all methods, the step may choose this route. `other`: the step had any
   * other result. `none`: the way has passed no routing step.
   */
  readonly result: 'own' | 'other' | 'none'
  /** The application to which the last routing step on this way belongs. */
  readonly routedBy?: ApplicationContent
  /**
   * The full result of the last routing step; absent unless the search is for one method (`Search.method` in ways.ts).
   */
  readonly found?: RouteResult
  /** The middleware on the way so far; empty unless the search asks for it (`Search.isNoting` in ways.ts). */
  readonly passed: readonly PlanNode[]
  /** The errors that middleware on the way throws, in the order in which it throws them. */
  readonly errors: readonly WayError[]
}

/**
 * An error on a way: the place of the middleware that throws it, and the place of the error middleware after it that
 * passes the request on.
 */
export interface WayError {
  readonly thrownBy: string
  /** The place of the error middleware that passes the request on; absent while none has been found. */
  readonly resumedBy?: string
}

/** Returns the way after the middleware at the place `thrownBy` has thrown an error. */
export function failed(way: Way, thrownBy: string): Way {
  const isFailing = way.errors.length > 0 && way.errors.at(-1)?.resumedBy === undefined
  return isFailing ? way : { ...way, errors: [...way.errors, { thrownBy }] }
}

/** Returns the way after the error middleware at the place `resumedBy` has passed the request on. */
export function resumed(way: Way, resumedBy: string): Way {
  const last = way.errors.at(-1) as WayError
  return { ...way, errors: [...way.errors.slice(0, -1), { ...last, resumedBy }] }
}

/**
 * Divides ways at middleware with a prefix or a host: `under` has the ways that enter the middleware, and `outside` the
 * ways that go past it.
 */
export function parted(
  ways: readonly Way[],
  { path, host }: Limit,
  basePath: string,
): { readonly under: readonly Way[]; readonly outside: readonly Way[] } {
  const under: Way[] = []
  const outside: Way[] = []
  for (const way of ways) {
    if (host === undefined) {
      const divided = divide(way.paths, basePath)
      if (divided.under) under.push({ ...way, paths: divided.under })
      for (const paths of divided.outside) outside.push({ ...way, paths })
      continue
    }
    const { is, not } = way.host
    if (is === undefined && !not.includes(host)) {
      under.push({ ...way, host: { is: host, not: [] } })
      outside.push({ ...way, host: { not: [...not, host] } })
    } else (is === host ? under : outside).push(way)
  }
  return { under, outside }
}

/** Makes a request with only the properties that a router needs to match it. */
export function viewOf({ segments }: PathSet, basePath: string, method: string): ServerRequest {
  const fullPath = `/${segments.map((segment) => (segment.kind === 'static' ? segment.text : '')).join('/')}`
  return { method, path: fullPath.slice(basePath.length) || '/', fullPath, basePath } as ServerRequest
}

/** Removes duplicates from ways. If two ways differ only in errors, the way with fewer errors is kept. */
export function distinct(ways: readonly Way[]): readonly Way[] {
  const sorted = [...ways].sort((a, b) => a.errors.length - b.errors.length)
  const found = new Map<string, Way>()
  for (const way of sorted) {
    const { paths, host, result, passed, found: single, routedBy } = way
    const parts = [keyOf(paths), host, result, numberOf(routedBy), numberOf(single?.route), passed.map(numberOf)]
    const key = JSON.stringify(parts)
    if (!found.has(key)) found.set(key, way)
  }
  return [...found.values()]
}

/** Returns a number that identifies an object, the same on each call. */
function numberOf(object: object | undefined): number {
  if (object === undefined) return 0
  const known = numbers.get(object) ?? ++lastNumber
  numbers.set(object, known)
  return known
}

const numbers = new WeakMap<object, number>()
let lastNumber = 0
