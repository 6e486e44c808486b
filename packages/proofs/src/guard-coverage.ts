import { nearest } from '@app/checks'
import type { Application, Pipeline } from '@app/core'
import { canonicalPrefix, isClass, type PlanNode, type Policy, planOf, type Visitor, walk } from '@app/core/internal'
import { Route } from '@app/router'
import { expandOptional } from '@app/router/adapter'
import { coversForm } from '@app/router/internal'
import { openRoute } from './open-route.ts'
import { divide, type PathSet } from './path-set.ts'
import { targetsIn } from './policy-targets.ts'
import { foreign, type Survey, survey } from './survey.ts'
import { type FoundRequest, requestOn } from './way-request.ts'
import { type Search, waysTo } from './ways.ts'

/**
 * A route or a piped handler, with the verdict whether each of its requests runs through the middleware of a policy
 * first.
 */
export interface GuardedRoute {
  readonly route?: Route
  /** The place of a piped handler that certainly answers; absent for a route. */
  readonly handler?: string
  /**
   * The path of the route with the prefix of its application; for a handler, the pattern of all paths under its prefix,
   * such as `/graphql/{rest...}`.
   */
  readonly path: string
  /**
   * `passes`: each request runs through the policy's middleware first. `excepted`: paths in `except` of the policy
   * match all requests. `open`: some request may reach the handler without the middleware.
   */
  readonly verdict: 'passes' | 'excepted' | 'open'
  /**
   * A request that reaches an open route without the middleware; absent if no such request was found, though one may
   * exist.
   */
  readonly request?: FoundRequest
}

/** The result of `guardCoverage()`: the routes of a policy, each with a verdict, and the problems of the policy. */
export interface GuardCoverage {
  /** The routes to which the policy applies. */
  readonly routes: readonly GuardedRoute[]
  /**
   * The problems: open routes, each with a remedy; exceptions of the policy that match no route; the prefixes of the
   * policy, if no route is under any prefix; the policy's middleware, if it stands nowhere in the application.
   */
  readonly problems: readonly string[]
}

/**
 * Proves which routes can only be reached through the middleware of a policy. The proof includes every way through
 * prefixes, hosts, nested applications, services, and error middleware that passes a request on after an error.
 *
 * A handler with the verdict `passes` never runs for a request that the middleware has not passed on. The proof is for
 * the handlers of routes, and for piped functions that take no next handler, such as a mounted library. It says nothing
 * about other responses: those of middleware before the handler, those of error middleware, 404, 405, and responses to
 * OPTIONS. It includes neither applications that middleware calls by itself nor requests that middleware makes by
 * itself.
 *
 * The function constructs services and middleware classes to look inside of them, and runs no middleware. Rejects with
 * a `ConfigurationError` for an invalid prefix in `routes`, and for an invalid path in `except`.
 *
 * @example
 * ```ts
 * import { Application, type Middleware, text } from '@app/core'
 * import { guardCoverage } from '@app/proofs'
 * import { FindMyWayRouter } from '@app/router-find-my-way'
 *
 * const signedIn: Middleware = (request, handler) => handler(request)
 * const app = new Application({ router: new FindMyWayRouter() }).pipe('/admin', signedIn)
 * app.get('/admin/users', () => text('Ada'))
 * app.get('/reports', () => text('open to everybody'))
 * const { problems } = await guardCoverage(app, { routes: '/', pass: signedIn, except: ['/log-in'] })
 * console.log(problems)
 * ```
 */
export async function guardCoverage(application: Application | Pipeline, policy: Policy): Promise<GuardCoverage> {
  const plan = planOf(application)
  if (!plan) throw foreign('guardCoverage()', 'an application or a pipeline')
  return coverageOf(await survey(plan), policy)
}

/** Proves which routes in a plan can only be reached through the middleware of a policy. */
export async function coverageOf(found: Survey, policy: Policy): Promise<GuardCoverage> {
  const isPassed = passes(policy.pass)
  const guards = found.nodes.filter(({ node }) => isPassed(node))
  if (guards.length === 0) return { routes: [], problems: [unknownName(policy, found)] }
  const exceptions = (policy.except ?? []).map((path) => new Exception(path))
  const prefixes = [policy.routes].flat().map((prefix) => canonicalPrefix(prefix))
  const [routes, problems]: [GuardedRoute[], string[]] = [[], []]
  for (const { route, handler, path, text, sets, search: target } of targetsIn(found)) {
    const meant = sets.flatMap((set) => under(set, prefixes))
    if (meant.length === 0) continue
    const left = meant.filter((set) => !exceptions.some((exception) => exception.covers(set)))
    const search: Search = { ...target, isPassed, withErrors: true, survey: found }
    const ways = await waysTo(search, left)
    const shown = { ...(route && { route }), ...(handler && { handler }), path }
    if (ways.length === 0) {
      routes.push({ ...shown, verdict: left.length === 0 ? 'excepted' : 'passes' })
      continue
    }
    const request = await requestOn(search, ways)
    routes.push({ ...shown, verdict: 'open', ...(request && { request }) })
    problems.push(openRoute({ text, path, request, pass: nameOf(policy.pass), guards }))
  }
  if (routes.length === 0)
    problems.push(`No route is under ${prefixes.map((prefix) => `"${prefix || '/'}"`).join(', ')}.`)
  for (const { path, isUsed } of exceptions) if (!isUsed) problems.push(unusedException(path, routes))
  return { routes, problems }
}

/** A path in the list `except` of a policy. */
class Exception {
  readonly path: string
  isUsed = false
  readonly #route: Route

  constructor(path: string) {
    this.path = path
    this.#route = new Route(path, undefined)
  }

  /** Checks whether the exception matches all paths of a set, and sets `isUsed` if it does. */
  covers({ segments }: PathSet): boolean {
    const covers = expandOptional(this.#route.segments).some((form) => coversForm(form, segments, this.#route.tokens))
    this.isUsed ||= covers
    return covers
  }
}

function under(set: PathSet, prefixes: readonly string[]): readonly PathSet[] {
  const found: PathSet[] = []
  let rest: readonly PathSet[] = [set]
  for (const prefix of prefixes) {
    const divided = rest.map((part) => divide(part, prefix))
    for (const { under } of divided) if (under) found.push(under)
    rest = divided.flatMap(({ outside }) => outside)
  }
  return found
}

/** Returns the function that checks whether a node is the middleware that a policy has in `pass`. */
function passes(pass: Policy['pass']): (node: PlanNode) => boolean {
  if (typeof pass === 'string') return (node) => walk(node, names).includes(pass)
  const question = isMadeFrom(pass)
  return (node) => walk(node, question)
}

/** The names by which a policy may refer to a node: its entry of the pipeline, and its service. */
const names: Visitor<readonly string[]> = {
  lazy: (node) => (node.from === 'service' ? [...entryName(node), node.name] : entryName(node)),
  // Error middleware is passed by no request, only by errors.
  error: () => [],
  otherwise: (_nodes, _around, node) => entryName(node),
}

function entryName({ entry }: PlanNode): readonly string[] {
  return entry?.key.startsWith(PIPELINE) ? [entry.key.slice(PIPELINE.length)] : []
}

const PIPELINE = 'middleware_pipeline.'

/** The question whether a node was made from this very function, object or class, or by this function with `inject`. */
function isMadeFrom(pass: object): Visitor<boolean> {
  const own = planOf(pass)
  return {
    lazy: ({ value }) => value === pass,
    middleware: ({ value }) => value === pass || (isClass(pass) && value instanceof pass),
    pipeline: ({ children }) => own?.kind === 'pipeline' && own.children === children,
    application: ({ content }) => own?.kind === 'application' && own.content === content,
    otherwise: () => false,
  }
}

function unknownName({ pass }: Policy, { nodes }: Survey): string {
  if (typeof pass !== 'string') return `"pass" is ${nameOf(pass)}, which is piped nowhere.`
  const known = new Set(nodes.flatMap(({ node }) => walk(node, names)))
  const near = nearest(pass, known)
  const hint = near === undefined ? `There are ${[...known].join(', ') || 'none'}.` : `Did you mean "${near}"?`
  return `"pass" names no entry of middleware_pipeline and no service in the pipeline: "${pass}". ${hint}`
}

function nameOf(pass: Policy['pass']): string {
  if (typeof pass === 'string') return `"${pass}"`
  return (typeof pass === 'function' ? pass.name : pass.constructor.name) || 'a function without a name'
}

function unusedException(path: string, routes: readonly GuardedRoute[]): string {
  const near = nearest(
    path,
    routes.map((route) => route.path),
  )
  const hint = near === undefined ? 'Take it away' : `Did you mean "${near}"? Else take it away`
  return `The exception "${path}" matches no route. ${hint}, so that it opens nothing later.`
}
