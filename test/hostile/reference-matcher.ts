import { canonicalPath } from '@app/router'

/** Applications nested at prefixes, a guard at a prefix of one of them, and one route `/secret`. */
export interface Composition {
  /** The prefixes, the outermost first. */
  readonly mounts: readonly string[]
  readonly guard: { readonly level: number; readonly prefix: string }
  /**
   * The application with the route: `inside`, the innermost; `outside`, the outermost, whose route has the prefixes in
   * its path.
   */
  readonly routed: 'inside' | 'outside'
}

/** The required result of a request: its status, and whether the guard saw it. */
export interface Expectation {
  readonly status: 200 | 400 | 404
  readonly isGuarded: boolean
}

/**
 * The result that the rules require for a request target. It is found by comparing lists of segments, not by the code
 * of the core.
 */
export function expectationOf({ mounts, guard, routed }: Composition, target: string): Expectation {
  const path = canonicalPath(target)
  if (path === undefined) return { status: 400, isGuarded: false }
  const whole = path.slice(1).split('/')
  let inner: readonly string[] | undefined = whole
  let isGuarded = false
  for (let level = 0; inner !== undefined; level++) {
    if (level === guard.level) isGuarded = after(guard.prefix, inner) !== undefined
    const mount: string | undefined = mounts[level]
    if (mount === undefined) break
    inner = after(mount, inner)
  }
  const expected = routed === 'outside' ? [...mounts.flatMap(segmentsOf), 'secret'] : ['secret']
  const rest = routed === 'outside' ? whole : inner
  return { status: rest?.join('/') === expected.join('/') ? 200 : 404, isGuarded }
}

/** The canonical segments of a prefix. */
export function segmentsOf(prefix: string): readonly string[] {
  const path = canonicalPath(encodeURI(decodeURI(prefix)) || '/') as string
  return path.split('/').filter(Boolean)
}

/**
 * The segments of a path after a prefix; the segments of `/` if the path is the prefix itself; `undefined` if the path
 * is not under the prefix.
 */
function after(prefix: string, path: readonly string[]): readonly string[] | undefined {
  const segments = segmentsOf(prefix)
  if (!segments.every((segment, index) => segment === path[index])) return undefined
  const rest = path.slice(segments.length)
  return rest.length ? rest : ['']
}
