import type { MiddlewareDescription, RouteDescription } from '@app/core'
import { isMap } from './json-schema.ts'

/**
 * The data that middleware declares about itself by `withFacts(middleware, { '@app/openapi': guard })`. The
 * middleware of `@app/session`, `@app/authentication` and `@app/authorization` declares such data.
 */
interface Guard {
  /** The ways to log in, by name, as `components.securitySchemes` of the document has them. */
  readonly schemes?: Readonly<Record<string, object>>
  /** The names of the ways to log in by which the guard recognizes a user. */
  readonly accepts?: readonly string[]
  /** Returns `true` if a visitor has to log in for a route; `undefined` if the guard does not decide that. */
  readonly requires?: (route: RouteDescription) => boolean | undefined
  /** Returns the parameters that the middleware reads from requests to a route, such as a header. */
  readonly parameters?: (route: RouteDescription, method: string) => readonly Parameter[]
}

/** A parameter, as the member `parameters` of an operation has it. */
interface Parameter {
  readonly name: string
  readonly in: string
}

/** A guard, with the path and host that it is limited to. */
export interface LimitedGuard extends Guard {
  readonly path: string
  readonly host: string | undefined
}

/** A route, and the guards before it. */
interface GuardedRoute {
  readonly guards: readonly LimitedGuard[]
  readonly route: RouteDescription
  readonly path: string
  readonly host?: string | undefined
}

/** The security of a route: the result of all guards before it. */
export interface RouteSecurity {
  readonly schemes: Readonly<Record<string, object>>
  /**
   * The requirements, as the member `security` of an operation has them; `undefined` if no guard decides, or if no
   * guard has a scheme.
   */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[] | undefined
}

/** Finds the guards in middleware and in the pipelines that it contains, except guards inside of applications. */
export function guardsIn(
  { kind, facts, path = '', paths = [path], host, items }: MiddlewareDescription,
  prefix: string,
  outerHost: string | undefined,
): readonly LimitedGuard[] {
  const guard = facts?.['@app/openapi']
  return paths.flatMap((under) => {
    const limits = { path: prefix + under, host: host ?? outerHost }
    const own = isMap(guard) ? [{ ...(guard as Guard), ...limits }] : []
    const inside = kind === 'application' ? [] : (items ?? [])
    return [...own, ...inside.flatMap((item) => guardsIn(item, limits.path, limits.host))]
  })
}

/**
 * Returns the security of a route, by the guards before it. If two guards have a scheme of the same name, the scheme of
 * the outer guard counts: a scheme of the session middleware replaces the scheme of the authentication after it.
 */
export function securityOf(
  guards: readonly LimitedGuard[],
  route: RouteDescription,
  path: string,
  host: string | undefined,
): RouteSecurity {
  const around = guardsAround(guards, path, host)
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

/** Returns the parameters that the guards before a route read, without those that are already `known`. */
export function parametersOf(
  { guards, route, path, host }: GuardedRoute,
  method: string,
  known: readonly Parameter[] = [],
): readonly Parameter[] {
  const found = guardsAround(guards, path, host).flatMap(
    ({ parameters }) => parameters?.({ ...route, path }, method) ?? [],
  )
  const nameOf = ({ name, in: place }: Parameter) => `${place} ${name.toLowerCase()}`
  const byName = new Map([...found, ...known].map((parameter) => [nameOf(parameter), parameter]))
  for (const parameter of known) byName.delete(nameOf(parameter))
  return [...byName.values()]
}

function guardsAround(
  guards: readonly LimitedGuard[],
  path: string,
  host: string | undefined,
): readonly LimitedGuard[] {
  return guards.filter((guard) => {
    const isUnder = path === guard.path || path.startsWith(`${guard.path.replace(/\/$/, '')}/`)
    return isUnder && (guard.host === undefined || guard.host === host)
  })
}
