import { ConfigurationError } from '@app/checks'
import { compileRoutes, type Matcher, notFound, type Route, type RouterInterface, type Segment } from '@app/router'
import { expandOptional, placeholdersOf } from '@app/router/adapter'
import type { EntryDescription } from '../plan/description.ts'
import type { PlanNode, RequestMatcher, Routes } from '../plan/node.ts'
import { nodeOf } from '../plan/node-of.ts'
import { routerNotAwaited } from '../routing/router-search.ts'

/** The routes of an application and their middleware. Refuses duplicates. */
export class RouteTable implements Routes {
  readonly #routes: Route[] = []
  readonly #byName = new Map<string, Route>()
  /**
   * The routes by the shape of their paths, as `shapeOf` returns it without the tokens (the patterns of placeholders),
   * since options may change tokens later.
   */
  readonly #alike = new Map<string, Route[]>()
  readonly nodes: Map<Route, PlanNode> = new Map()
  /** The compiled routes, with the router that has compiled them; `undefined` after a change. */
  #matcher: { readonly router: RouterInterface | undefined; readonly match: RequestMatcher } | undefined

  /** All routes, in the order of registration. */
  get routes(): readonly Route[] {
    return this.#routes
  }

  /**
   * Adds a route. Throws a `ConfigurationError` if its middleware is invalid (`APP_MIDDLEWARE`), and if its name is
   * taken, or if another route, with its present options, matches the same paths with a common method
   * (`APP_ROUTE_DUPLICATE`). In all these cases the table stays as it was.
   */
  add(route: Route, entry: EntryDescription | undefined): void {
    const middleware = nodeOf(route.middleware, route.toString())
    const paths = expandOptional(route.segments)
    for (const segments of paths) {
      const alike = this.#alike.get(shapeOf(segments, false)) ?? []
      const shape = shapeOf(segments)
      refuseRival(
        route,
        alike.filter((earlier) => shapesOf(earlier).includes(shape)),
      )
    }
    const namesake = this.#byName.get(route.name)
    if (namesake) throw sameName(route, namesake)
    for (const segments of paths) push(this.#alike, shapeOf(segments, false), route)
    this.#byName.set(route.name, route)
    this.#routes.push(route)
    this.forgetCompiled()
    this.nodes.set(route, entry ? { ...middleware, entry } : middleware)
  }

  named(name: string): Route | undefined {
    return this.#byName.get(name)
  }

  /** The names of all routes, to suggest one for a mistyped name. */
  keys(): Iterable<string> {
    return this.#byName.keys()
  }

  /**
   * Returns the function that matches requests to the routes; the router compiles them once. Throws a
   * `ConfigurationError` if there are routes, but no router.
   */
  matcher(router: RouterInterface | undefined): RequestMatcher {
    if (this.#matcher?.router !== router || !this.#matcher) {
      this.#matcher = { router, match: this.#compileMatcher(router) }
    }
    return this.#matcher.match
  }

  /** Lets the routes be compiled again, since one was added or changed. */
  forgetCompiled(): void {
    this.#matcher = undefined
  }

  #compileMatcher(router: RouterInterface | undefined): RequestMatcher {
    if (this.#routes.length === 0) return () => notFound
    if (!router) throw routerNotAwaited()
    this.#refuseEqualShapes()
    const match = compileRoutes(router, this.routes)
    return this.routes.some(({ path }) => path === '') ? rootMatcher(match) : (method, { path }) => match(method, path)
  }

  /**
   * Throws a `ConfigurationError` if two routes match the same paths with a common method. Called when routes are
   * compiled: options that are set after the registration may make two routes equal.
   */
  #refuseEqualShapes(): void {
    const byShape = new Map<string, Route[]>()
    for (const route of this.#routes) {
      for (const shape of shapesOf(route)) {
        refuseRival(route, byShape.get(shape))
        push(byShape, shape, route)
      }
    }
  }

  /**
   * Returns the middleware of a route, also of a route that is not in this table: the router, or middleware before
   * dispatch, may choose a route of another application.
   */
  nodeFor(route: Route): PlanNode {
    return this.nodes.get(route) ?? nodeOf(route.middleware, route.toString())
  }
}

/**
 * Makes a matcher that also finds a route with the empty path. Under a prefix, a request for the prefix itself, such as
 * `/blog`, is matched as the empty path. Without a prefix, the empty path is tried after `/`.
 */
function rootMatcher(match: Matcher): RequestMatcher {
  return (method, { path, fullPath, basePath }) => {
    if (path !== '/') return match(method, path)
    if (basePath !== '') return match(method, fullPath.length === basePath.length ? '' : path)
    const result = match(method, path)
    return result.matched ? result : match(method, '')
  }
}

function sameName(route: Route, earlier: Route): ConfigurationError {
  return duplicate(`Route ${route} has the name "${route.name}" that ${earlier} has already. Give it another name.`)
}

/** Makes the error for a route that matches the same paths as another with a common method. */
function sameShape(route: Route, earlier: Route): ConfigurationError {
  return duplicate(
    `Route ${route} answers requests that ${earlier} answers already. ` +
      'Remove one, or tell them apart by their methods or by a token in the path, such as {id:\\\\d+}.',
  )
}

function duplicate(message: string): ConfigurationError {
  return new ConfigurationError('APP_ROUTE_DUPLICATE', message)
}

function refuseRival(route: Route, others: readonly Route[] | undefined): void {
  const rival = others?.find((earlier) => shareMethod(route, earlier))
  if (rival) throw sameShape(route, rival)
}

function push(map: Map<string, Route[]>, shape: string, route: Route): void {
  const same = map.get(shape)
  if (same) same.push(route)
  else map.set(shape, [route])
}

function shapesOf(route: Route): readonly string[] {
  return expandOptional(route.segments).map((segments) => shapeOf(segments))
}

/**
 * Returns a string that is the same for two paths that differ only by the names of placeholders. With `hasTokens`
 * false, it is also the same for paths that differ by tokens, the patterns of placeholders.
 */
function shapeOf(segments: readonly Segment[], hasTokens = true): string {
  const shown = (token: string | undefined) => (hasTokens ? (token ?? '') : '')
  const texts = segments.map((segment) => {
    if (segment.kind === 'static') return segment.text
    if (segment.kind === 'rest') return `{...${shown(segment.token)}}`
    const separators = segment.kind === 'compound' ? segment.separators : []
    const values = placeholdersOf([segment]).map(({ token }, index) => `{${shown(token)}}${separators[index] ?? ''}`)
    return `${segment.prefix}${values.join('')}${segment.suffix}`
  })
  // The empty path has no segment, and "/" has one that is empty.
  return texts.length === 0 ? 'empty' : `/${texts.join('/')}`
}

function shareMethod(a: Route, b: Route): boolean {
  if (a.methods === null) return b.methods === null || b.methods.length > 0
  if (b.methods === null) return a.methods.length > 0
  return a.methods.some((method) => b.methods?.includes(method))
}
