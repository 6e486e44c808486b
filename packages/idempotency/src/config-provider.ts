import type { ConfigProvider, Middleware, ServiceName } from '@app/core'
import { type ConfigSection, checkService, fromSection } from '@app/core/extending'
import { type IdempotencyOptions, idempotency } from './idempotency.ts'
import type { KeyStore } from './key-store.ts'
import { memoryKeys } from './memory-keys.ts'

/** The name of the service that is the middleware `idempotency()`. */
export const IDEMPOTENCY_SERVICE: ServiceName<Middleware> = '@app/idempotency'

/** The section `idempotency`: the options of `idempotency()`, where `store` is the name of a service. */
export interface IdempotencySection extends Omit<IdempotencyOptions, 'store'> {
  /**
   * The name of a service that is a store, such as `sqlKeys(database)`. If the service is `null`, as its factory may
   * decide, keys are in the memory of this process.
   */
  readonly store?: string | undefined
}

declare module '@app/core' {
  interface Config {
    /** The section of the configuration that `configProvider` of `@app/idempotency` reads. */
    readonly idempotency?: ConfigSection<IdempotencySection> | undefined
  }
}

/**
 * Pipes the middleware after authentication and authorization, with the options of the section `idempotency`.
 *
 * In the configuration, another `priority` for the pipeline entry `@app/idempotency` moves the middleware, and a `path`
 * limits it to this path.
 */
export const configProvider: ConfigProvider = () => ({
  dependencies: {
    factories: {
      [IDEMPOTENCY_SERVICE]: (container) =>
        fromSection<IdempotencySection, Middleware>(container, 'idempotency', ({ store: name, ...rest }) => {
          if (name === undefined) return idempotency(rest)
          checkService(container, 'store', name)
          return idempotency({ ...rest, store: (container.get(name) as KeyStore | null) ?? memoryKeys() })
        }),
    },
  },
  middleware_pipeline: { [IDEMPOTENCY_SERVICE]: { middleware: IDEMPOTENCY_SERVICE, priority: 2_000 } },
})
