import type { MiddlewareDescription, RouteDescription } from '@app/core'
import { isMap } from './json-schema.ts'

/**
 * What middleware says of logging in, as `withFacts(middleware, { '@app/openapi': guard })`; that of `@app/session`,
 * `@app/authentication` and `@app/authorization` does.
 */
interface Guard {
  /** Ways to log in, by name, as a document has them. */
  readonly schemes?: Readonly<Record<string, object>>
  /** The names of those by which it knows who a request comes from. */
  readonly accepts?: readonly string[]
  /** Whether a visitor has to log in for a route; `undefined` where it does not decide that. */
  readonly requires?: (route: RouteDescription) => boolean | undefined
}

/** A guard, and what it is limited to. */
export interface LimitedGuard extends Guard {
  readonly path: string
  readonly host: string | undefined
}

/** What stands in front of a route as far as logging in goes. */
export interface RouteSecurity {
  readonly schemes: Readonly<Record<string, object>>
  /** As in a document; `undefined` where nothing is known. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[] | undefined
}

/** The guards in middleware, those of pipelines in it included, but not those of applications. */
export function guardsIn(
  { kind, facts, path = '', host, items }: MiddlewareDescription,
  prefix: string,
  outerHost: string | undefined,
): readonly LimitedGuard[] {
  const guard = facts?.['@app/openapi']
  const limits = { path: prefix + path, host: host ?? outerHost }
  const own = isMap(guard) ? [{ ...(guard as Guard), ...limits }] : []
  const inside = kind === 'application' ? [] : (items ?? [])
  return [...own, ...inside.flatMap((item) => guardsIn(item, limits.path, limits.host))]
}

/** What guards in front say of a route. Of two schemes with one name the first counts, as that of a session before its user. */
export function securityOf(
  guards: readonly LimitedGuard[],
  route: RouteDescription,
  path: string,
  host: string | undefined,
): RouteSecurity {
  const around = guards.filter((guard) => {
    const isUnder = path === guard.path || path.startsWith(`${guard.path.replace(/\/$/, '')}/`)
    return isUnder && (guard.host === undefined || guard.host === host)
  })
  const known = Object.assign({}, ...around.map(({ schemes }) => schemes).reverse()) as RouteSecurity['schemes']
  const accepted = new Set(around.flatMap(({ accepts = [] }) => accepts).filter((name) => name in known))
  const answers = around.map(({ requires }) => requires?.({ ...route, path }))
  const isRequired = answers.includes(true) || (answers.includes(false) ? false : undefined)
  const all = [...accepted].map((name) => ({ [name]: [] }))
  return {
    schemes: Object.fromEntries([...accepted].map((name) => [name, known[name] as object])),
    security: isRequired === undefined || accepted.size === 0 ? undefined : isRequired ? all : [],
  }
}
