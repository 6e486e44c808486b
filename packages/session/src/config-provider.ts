import type { ConfigProvider, Middleware, ServiceName } from '@app/core'
import { type ConfigSection, checkService, fromEnvironment, fromSection } from '@app/core/extending'
import { session } from './session-middleware.ts'
import type { SessionOptions } from './session-options.ts'
import type { SessionStore } from './session-store.ts'

/** The name of the service that is the middleware `session()`. */
export const SESSION_SERVICE: ServiceName<Middleware> = '@app/session'

declare module '@app/core' {
  interface Config {
    /** The section of the configuration that `configProvider` of `@app/session` reads. */
    readonly session?: ConfigSection<SessionSection> | undefined
  }
}

/** The options of `session`; the store may be the name of a service. */
export type SessionSection = Omit<SessionOptions, 'store'> & { readonly store?: SessionStore | string | undefined }

/**
 * Remembers visitors, in a cookie that is sealed with the secret in the environment variable `APP_SECRET`.
 *
 * In the configuration, another `priority` for the pipeline entry `@app/session` moves the middleware, and a `path`
 * limits it to this path.
 */
export const configProvider: ConfigProvider = () => ({
  session: { secret: fromEnvironment('APP_SECRET') },
  dependencies: {
    // A missing secret stops the program at its start, instead of failing for each visitor.
    eager: [SESSION_SERVICE],
    factories: {
      [SESSION_SERVICE]: (container) =>
        fromSection<SessionSection, Middleware>(container, 'session', ({ store, ...options }) => {
          if (typeof store === 'string') checkService(container, 'store', store)
          const found = typeof store === 'string' ? (container.get(store) as SessionStore) : store
          return session({ ...options, ...(found !== undefined && { store: found }) })
        }),
    },
  },
  middleware_pipeline: { [SESSION_SERVICE]: { middleware: SESSION_SERVICE, priority: 3_500 } },
})
