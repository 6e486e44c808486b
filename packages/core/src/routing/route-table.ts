import type { RequestHandler } from '@app/http'
import { compileRoutes, type Matcher, notFound, type Route, type RouterInterface } from '@app/router'
import { tracedRoute } from '#watching'
import type { EntryDescription, RouteDescription } from '../middleware/middleware-description.ts'
import { allReady } from '../middleware/nested-pipeline.ts'
import { prepareMiddleware } from '../middleware/prepare-middleware.ts'
import type {
  CompiledRoutes,
  PreparedMiddleware,
  RequestMatcher,
  Surroundings,
} from '../middleware/prepared-middleware.ts'
import { RouteCollection } from './route-collection.ts'
import { MissingRouterError } from './router-search.ts'
import { STEPS } from './steps.ts'

/** The routes of an application and their prepared middleware. */
export class RouteTable {
  readonly #collection = new RouteCollection()
  readonly #answers = new Map<Route, Answering>()

  /** All routes, in the order of registration. */
  get routes(): readonly Route[] {
    return this.#collection.routes
  }

  /** Adds a route. Throws `InvalidMiddlewareError` or `DuplicateRouteError`, and does not change the table then. */
  add(route: Route, entry: EntryDescription | undefined): void {
    const middleware = prepareMiddleware(route.middleware, route.toString())
    this.#collection.add(route)
    this.#answers.set(route, { middleware, entry })
  }

  named(name: string): Route | undefined {
    return this.#collection.named(name)
  }

  /** The names of all routes, to suggest one for a mistyped name. */
  keys(): Iterable<string> {
    return this.#collection.keys()
  }

  /**
   * Compiles all routes; `surroundings` are for their middleware. Throws `MissingRouterError` for routes without a
   * router.
   */
  compile(router: RouterInterface | undefined, surroundings: Surroundings): CompiledRoutes {
    const handlers = new Map<Route, RequestHandler>()
    return {
      match: this.#compileMatcher(router),
      steps: STEPS,
      run: (route, next) => {
        const known = handlers.get(route)
        if (known) return known
        const handler = tracedRoute(this.#middlewareOf(route).compile(next, surroundings).handle, route)
        handlers.set(route, handler)
        return handler
      },
    }
  }

  async check(surroundings: Surroundings, report: (error: unknown) => void): Promise<void> {
    for (const { middleware } of this.#answers.values()) await middleware.check(surroundings, report)
  }

  ready(surroundings: Surroundings): Promise<void> | undefined {
    const answers = Array.from(this.#answers.values(), ({ middleware }) => middleware)
    return allReady(answers, surroundings)
  }

  describe(): readonly RouteDescription[] {
    return Object.freeze(Array.from(this.#answers, describeRoute))
  }

  #compileMatcher(router: RouterInterface | undefined): RequestMatcher {
    if (this.routes.length === 0) return () => notFound
    if (!router) throw MissingRouterError.notAwaited()
    this.#collection.checkShapes()
    const match = compileRoutes(router, this.routes)
    return this.routes.some(({ path }) => path === '') ? rootMatcher(match) : (method, { path }) => match(method, path)
  }

  /** A router may give a route that was not registered here, such as one of another application. */
  #middlewareOf(route: Route): PreparedMiddleware {
    return this.#answers.get(route)?.middleware ?? prepareMiddleware(route.middleware, route.toString())
  }
}

/** Matches the empty path in front of `/` where the prefix is all there is, as for `/blog`, and behind `/` without a prefix. */
function rootMatcher(match: Matcher): RequestMatcher {
  return (method, { path, fullPath, basePath }) => {
    if (path !== '/') return match(method, path)
    if (basePath !== '') return match(method, fullPath.length === basePath.length ? '' : path)
    const result = match(method, path)
    return result.matched ? result : match(method, '')
  }
}

interface Answering {
  readonly middleware: PreparedMiddleware
  /** The configuration entry that the route was made from; `undefined` for a route registered in code. */
  readonly entry: EntryDescription | undefined
}

function describeRoute([route, { middleware, entry }]: readonly [Route, Answering]): RouteDescription {
  const { path, methods, name, options } = route
  return Object.freeze({
    path,
    methods,
    name,
    options: Object.freeze({ ...options }),
    metadata: Object.freeze(Object.fromEntries(route.metadata())),
    middleware: middleware.describe(),
    ...(entry && { entry }),
  })
}
