import type { ConfigProvider, Middleware, ServiceName } from '@app/core'
import { type ConfigSection, fromSection } from '@app/core/extending'
import { type AuthorizationOptions, authorization } from './authorization.ts'

/** The name of the service that is the middleware `authorization()`. */
export const AUTHORIZATION_SERVICE: ServiceName<Middleware> = '@app/authorization'

declare module '@app/core' {
  interface Config {
    /** The section of the configuration that `configProvider` of `@app/authorization` reads. */
    readonly authorization?: ConfigSection<AuthorizationOptions> | undefined
  }
}

/**
 * Closes routes to visitors whom the metadata of the route does not admit, with the options of the section
 * `authorization`.
 *
 * A `path` for the pipeline's entry `@app/authorization` limits the middleware to a part of the site; another
 * `priority` moves the entry.
 */
export const configProvider: ConfigProvider = () => ({
  dependencies: {
    // The middleware is made at the start of the program, so that a wrong option stops the start.
    eager: [AUTHORIZATION_SERVICE],
    factories: {
      [AUTHORIZATION_SERVICE]: (container) =>
        fromSection<AuthorizationOptions, Middleware>(container, 'authorization', authorization),
    },
  },
  middleware_pipeline: { [AUTHORIZATION_SERVICE]: { middleware: AUTHORIZATION_SERVICE, priority: 2_400 } },
})
