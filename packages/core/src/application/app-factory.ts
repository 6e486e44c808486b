import type { RouterInterface } from '@app/router'
import { defaultContainer } from '#platform'
import type { Container } from '../container/container.ts'
import { Application } from './application.ts'

/** Makes applications (contract 1.2, 4.2). */
export const AppFactory = {
  /**
   * Makes an application from a container and a router; either may be left out.
   *
   * Without a container it is an empty one of `@app/container-factory` where that is installed (contract 1.8), else
   * none. Without a router the application takes the container's, else the one that is installed, before its first
   * request. `from` is a folder or file of the application, for both searches.
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
