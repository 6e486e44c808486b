import type { RouterInterface } from '@app/router'
import type { Container, ServiceName } from '../container/container.ts'
import { MissingDependencyError } from './router-errors.ts'

/** The name under which a container offers the router of its applications. */
export const ROUTER_SERVICE: ServiceName<RouterInterface> = '@app/router/RouterInterface'

/** The container's router, if it has one. Throws for a service that is no router. */
export async function routerService(container: Container | undefined): Promise<RouterInterface | undefined> {
  if (!container?.has(ROUTER_SERVICE)) return undefined
  const router = await container.get(ROUTER_SERVICE)
  if (isRouter(router)) return router
  throw new MissingDependencyError(
    `The service "${ROUTER_SERVICE}" is no router: it has no compile(routes) and traits.`,
  )
}

export function isRouter(value: unknown): value is RouterInterface {
  if (typeof value !== 'object' || value === null) return false
  const { compile, traits } = value as Partial<RouterInterface>
  return typeof compile === 'function' && typeof traits === 'object'
}
