import type { RequestHandler } from '@app/http'
import { compileRoutes, type Matcher, notFound, type Route, type RouterInterface } from '@app/router'
import { tracedRoute } from '#watching'
import { prepareMiddleware } from '../middleware/prepare-middleware.ts'
import type { EntryDescription } from '../tree/middleware-description.ts'
import type { CompiledRoutes, PreparedMiddleware, RequestMatcher, Surroundings } from '../tree/prepared-middleware.ts'
import { RouteCollection } from './route-collection.ts'
import { MissingRouterError } from './router-search.ts'
import { STEPS } from './steps.ts'

/** The routes of an application and their prepared middleware. */
export class RouteTable {
  readonly #collection = new RouteCollection()
  /** The prepared middleware of each route. */
  readonly answers: Map<Route, PreparedMiddleware> = new Map()

  /** All routes, in the order of registration. */
  get routes(): readonly Route[] {
    return this.#collection.routes
  }

  /** Adds a route. Throws `InvalidMiddlewareError` or `DuplicateRouteError`, and does not change the table then. */
  add(route: Route, entry: EntryDescription | undefined): void {
    const middleware = prepareMiddleware(route.middleware, route.toString())
    this.#collection.add(route)
    this.answers.set(route, entry ? { ...middleware, entry } : middleware)
  }

  named(name: string): Route | undefined {
    return this.#collection.named(name)
  }

  /** The names of all routes, to suggest one for a mistyped name. */
  keys(): Iterable<string> {
    return this.#collection.keys()
  }

  /**
   * Compiles all routes. `surroundings` are the container and the path prefix of the application, with which the
   * middleware of the routes is compiled. Throws `MissingRouterError` for routes without a router.
   */
  compile(router: RouterInterface | undefined, surroundings: Surroundings): CompiledRoutes {
    const handlers = new Map<Route, RequestHandler>()
    return {
      match: this.#compileMatcher(router),
      steps: STEPS,
      prepared: (route) => this.#middlewareOf(route),
      run: (route, next) => {
        const known = handlers.get(route)
        if (known) return known
        const handler = tracedRoute(this.#middlewareOf(route).compile(next, surroundings).handle, route)
        handlers.set(route, handler)
        return handler
      },
    }
  }

  #compileMatcher(router: RouterInterface | undefined): RequestMatcher {
    if (this.routes.length === 0) return () => notFound
    if (!router) throw MissingRouterError.notAwaited()
    this.#collection.checkShapes()
    const match = compileRoutes(router, this.routes)
    return this.routes.some(({ path }) => path === '') ? rootMatcher(match) : (method, { path }) => match(method, path)
  }

  /**
   * Gives the prepared middleware of a route, also for a route that was not registered here: a router may give such a
   * route, for example of another application.
   */
  #middlewareOf(route: Route): PreparedMiddleware {
    return this.answers.get(route) ?? prepareMiddleware(route.middleware, route.toString())
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
