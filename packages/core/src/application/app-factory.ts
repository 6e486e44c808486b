import type { RouterInterface } from '@app/router'
import { Application } from './application.ts'
import type { Container } from './container.ts'

/** Makes applications (contract 1.2, 4.2). */
export const AppFactory = {
  /**
   * Makes an application from a container and a router; either may be left out.
   *
   * Without a router the application takes the container's, else the one that is installed, before its first request.
   * `from` is a folder or file of the application, for the search.
   */
  async create(
    container?: Container,
    router?: RouterInterface,
    options: { readonly from?: string | URL } = {},
  ): Promise<Application> {
    return new Application({ ...(container && { container }), ...(router && { router }), ...options })
  },
}
