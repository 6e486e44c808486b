import type { ConfigProvider, Middleware, ServiceName } from '@app/core'
import { type ConfigSection, fromEnvironment, fromSection, passingSecret } from '@app/core/extending'
import { type CsrfOptions, csrf } from './csrf.ts'

/** The name of the service that is the middleware `csrf()`. */
export const CSRF_SERVICE: ServiceName<Middleware> = '@app/csrf'

declare module '@app/core' {
  interface Config {
    /** The section of the configuration that `configProvider` of `@app/csrf` reads. */
    readonly csrf?: ConfigSection<CsrfOptions> | undefined
  }
}

/**
 * Refuses writes from other sites. Tokens are signed with the environment variable `APP_SECRET`. Without this variable
 * there are no tokens, except in development and in tests, where a random secret is used until the process ends.
 *
 * In the configuration, another `priority` for the pipeline entry `@app/csrf` moves the middleware, and a `path` limits
 * it to this path.
 */
export const configProvider: ConfigProvider = () => ({
  csrf: { secret: fromEnvironment('APP_SECRET') },
  dependencies: {
    factories: {
      [CSRF_SERVICE]: (container) =>
        fromSection<CsrfOptions, Middleware>(container, 'csrf', (section) => {
          const secret = section.secret ?? passingSecret('APP_SECRET')
          return csrf({ ...section, ...(secret !== undefined && { secret }) })
        }),
    },
  },
  middleware_pipeline: { [CSRF_SERVICE]: { middleware: CSRF_SERVICE, priority: 3_000 } },
})
