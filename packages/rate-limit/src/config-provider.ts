import type { ConfigProvider, Middleware, ServiceName } from '@app/core'
import { type ConfigSection, checkService, fromSection } from '@app/core/extending'
import { type RateLimitOptions, rateLimit } from './rate-limit.ts'

/** The name of the service that is the middleware `rateLimit()`. */
export const RATE_LIMIT_SERVICE: ServiceName<Middleware> = '@app/rate-limit'

/** The section `rate_limit`: the options of `rateLimit()`, where `redis` is the name of a service. */
export interface RateLimitSection extends Omit<RateLimitOptions, 'redis'> {
  /**
   * The name of a service. The service is a client of `ioredis` or `redis`; if it is `null`, requests are counted in
   * the memory of this process. Default: the memory of this process.
   */
  readonly redis?: string | undefined
}

declare module '@app/core' {
  interface Config {
    /** The section of the configuration that `configProvider` of `@app/rate-limit` reads. */
    readonly rate_limit?: ConfigSection<RateLimitSection> | undefined
  }
}

/**
 * Limits requests by address, with the options of the section `rate_limit`.
 *
 * In the configuration, another `priority` for the pipeline entry `@app/rate-limit` moves the middleware, and a `path`
 * limits it to this path.
 */
export const configProvider: ConfigProvider = () => ({
  dependencies: {
    factories: {
      [RATE_LIMIT_SERVICE]: (container) =>
        fromSection<RateLimitSection, Middleware>(container, 'rate_limit', ({ redis: name, ...rest }) => {
          if (name !== undefined) checkService(container, 'redis', name)
          const redis = name === undefined ? null : (container.get(name) as object | null)
          return rateLimit(redis === null ? rest : { ...rest, redis })
        }),
    },
  },
  middleware_pipeline: { [RATE_LIMIT_SERVICE]: { middleware: RATE_LIMIT_SERVICE, priority: 6_000 } },
})
