import type { RouterInterface } from '@app/router'
import { defaultContainer } from '#platform'
import type { Container } from '../container/container.ts'
import { Application } from './application.ts'

/** Makes applications (contract 1.2, 4.2). */
export const AppFactory = {
  /**
   * Makes an application from a container and a router, both optional.
   *
   * Without a container, the application gets an empty one of `@app/container-factory` if that package is installed
   * (contract 1.8), else none. Without a router, it takes the router of the container, else the installed one, before
   * its first request. Both searches start at `from`, a folder or file of the application.
   */
  async create(
    container?: Container,
    router?: RouterInterface,
    options: { readonly from?: string | URL } = {},
  ): Promise<Application> {
    const services = container ?? (await defaultContainer(options.from))
    return new Application({ ...(services && { container: services }), ...(router && { router }), ...options })
  },
}
