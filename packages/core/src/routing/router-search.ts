import type { RouterInterface } from '@app/router'
import type { Container, ServiceName } from '../container/container.ts'

/**
 * A router that the application needs cannot be found or used, or a `package.json` that is searched for installed
 * packages cannot be read. The message says which.
 */
export class MissingDependencyError extends Error {
  override readonly name: string = 'MissingDependencyError'
}

/** No router is installed, or the platform has no installed packages to search. */
export class MissingRouterError extends MissingDependencyError {
  override readonly name = 'MissingRouterError'

  static notAwaited(): MissingRouterError {
    return new MissingRouterError(
      'The application has routes and no router, and process() cannot wait for the search of one. ' +
        'Add one: new Application({ router }), or pipe the application instead of calling process().',
    )
  }

  static notSearchable(): MissingRouterError {
    return new MissingRouterError(
      'The application has routes and no router, and there is no package.json here that could name one. ' +
        'Add one: new Application({ router: new FindMyWayRouter() }).',
    )
  }
}

/** The name of the router as a service. */
export const ROUTER_SERVICE: ServiceName<RouterInterface> = '@app/router/RouterInterface'

/**
 * Returns the router of a container; `undefined` if the container has none. Throws `MissingDependencyError` if the
 * service is not a router.
 */
export async function routerService(
  container: Container | undefined,
  name: string = ROUTER_SERVICE,
): Promise<RouterInterface | undefined> {
  return container?.has(name) ? checkedRouter(await container.get(name), name) : undefined
}

/** Returns a service that has to be a router. Throws `MissingDependencyError` if it is not. */
export function checkedRouter(service: unknown, name: string): RouterInterface {
  if (isRouter(service)) return service
  throw new MissingDependencyError(`The service "${name}" is not a router: it has no compile(routes) and traits.`)
}

export function isRouter(value: unknown): value is RouterInterface {
  if (typeof value !== 'object' || value === null) return false
  const { compile, traits } = value as Partial<RouterInterface>
  return typeof compile === 'function' && typeof traits === 'object'
}

/** Several routers are installed. The message names them and shows how to choose. */
export class AmbiguousRouterError extends Error {
  override readonly name = 'AmbiguousRouterError'

  constructor(packages: readonly string[]) {
    const [first = ''] = packages
    super(
      `Several routers are installed: ${packages.join(', ')}. Remove all but one (npm rm ${packages.at(-1)}), ` +
        `or choose: import one from '${first}' and give it to new Application({ router }).`,
    )
  }
}

/**
 * Makes the error for an application whose manifest, at `root`, names no installed router. The router may be one of
 * `missing`, the dependencies that are declared but not installed.
 */
export function noRouterInstalled(root: string, missing: readonly string[]): MissingRouterError {
  const declared = missing.length ? ` that is installed: ${missing.join(', ')} is declared there, but not found` : ''
  return new MissingRouterError(
    `The application has routes, but ${root} depends on no router${declared}. ` +
      `Install ${missing.length ? 'what is declared, or' : 'one:'} npm install @app/router-find-my-way\n` +
      '(or @app/router-trouter, @app/router-rou3), or give it: new Application({ router }).',
  )
}
