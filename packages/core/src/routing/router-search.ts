import { ConfigurationError } from '@app/checks'
import type { RouterInterface } from '@app/router'
import type { Container, ServiceName } from '../container/container.ts'

/** The name of the router as a service. */
export const ROUTER_SERVICE: ServiceName<RouterInterface> = '@app/router/RouterInterface'

/**
 * Returns the router of a container; `undefined` if the container has none. Throws a `ConfigurationError` if the
 * service is not a router.
 */
export async function routerService(
  container: Container | undefined,
  name: string = ROUTER_SERVICE,
): Promise<RouterInterface | undefined> {
  return container?.has(name) ? checkedRouter(await container.get(name), name) : undefined
}

/** Returns a service that has to be a router. Throws a `ConfigurationError` if it is not. */
export function checkedRouter(service: unknown, name: string): RouterInterface {
  if (isRouter(service)) return service
  throw invalidRouter(`The service "${name}" is not a router: it has no compile(routes) and traits.`)
}

export function isRouter(value: unknown): value is RouterInterface {
  if (typeof value !== 'object' || value === null) return false
  const { compile, traits } = value as Partial<RouterInterface>
  return typeof compile === 'function' && typeof traits === 'object'
}

/** Makes the error for a service or a package that is named as the router, and is missing or is not a router. */
export function invalidRouter(message: string): ConfigurationError {
  return new ConfigurationError('APP_ROUTER_INVALID', message)
}

/** Makes the error for several installed routers. The message names them and shows how to choose. */
export function ambiguousRouter(packages: readonly string[]): ConfigurationError {
  const [first = ''] = packages
  return new ConfigurationError(
    'APP_ROUTER_AMBIGUOUS',
    `Several routers are installed: ${packages.join(', ')}. Remove all but one (npm rm ${packages.at(-1)}), ` +
      `or choose: import one from '${first}' and give it to new Application({ router }).`,
  )
}

export function routerNotAwaited(): ConfigurationError {
  return missingRouter(
    'The application has routes and no router, and process() cannot wait for the search of one. ' +
      'Add one: new Application({ router }), or pipe the application instead of calling process().',
  )
}

export function routerNotSearchable(): ConfigurationError {
  return missingRouter(
    'The application has routes and no router, and there is no package.json here that could name one. ' +
      'Add one: new Application({ router: new FindMyWayRouter() }).',
  )
}

/**
 * Makes the error for an application whose manifest, at `root`, names no installed router. The router may be one of
 * `missing`, the dependencies that are declared but not installed.
 */
export function noRouterInstalled(root: string, missing: readonly string[]): ConfigurationError {
  const declared = missing.length ? ` that is installed: ${missing.join(', ')} is declared there, but not found` : ''
  return missingRouter(
    `The application has routes, but ${root} depends on no router${declared}. ` +
      `Install ${missing.length ? 'what is declared, or' : 'one:'} npm install @app/router-find-my-way\n` +
      '(or @app/router-trouter, @app/router-rou3), or give it: new Application({ router }).',
  )
}

function missingRouter(message: string): ConfigurationError {
  return new ConfigurationError('APP_ROUTER_MISSING', message)
}
