import type { ConfigProvider, Middleware, ServiceName } from '@app/core'
import { type ConfigSection, fromEnvironment, fromSection, passingSecret } from '@app/core/extending'
import { type CookiesOptions, cookies } from './cookies.ts'

/** The name of the service that is the middleware `cookies()`. */
export const COOKIES_SERVICE: ServiceName<Middleware> = '@app/cookies'

declare module '@app/core' {
  interface Config {
    /** The section of the configuration that `configProvider` of `@app/cookies` reads. */
    readonly cookies?: ConfigSection<CookiesOptions> | undefined
  }
}

/**
 * Adds `cookies()` to the pipeline, with the secret in the environment variable `APP_SECRET`.
 *
 * Without this variable no cookie can be signed or sealed, except in development and in tests, where a random secret is
 * used until the process ends.
 */
export const configProvider: ConfigProvider = () => ({
  cookies: { secret: fromEnvironment('APP_SECRET') },
  dependencies: {
    factories: {
      [COOKIES_SERVICE]: (container) =>
        fromSection<CookiesOptions, Middleware>(container, 'cookies', (section) => {
          const secret = section.secret ?? passingSecret('APP_SECRET')
          return cookies({ ...section, ...(secret !== undefined && { secret }) })
        }),
    },
  },
  middleware_pipeline: { [COOKIES_SERVICE]: { middleware: COOKIES_SERVICE, priority: 4_000 } },
})
