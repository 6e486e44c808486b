import { type ConfigProvider, Priority, type ServiceName } from '@app/core'
import { type ConfigSection, fromEnvironment, fromSection } from '@app/core/extending'
import { AccessLog, type AccessLogOptions } from './access-log.ts'
import type { Logger } from './logger.ts'

/** Services are called like the package, so that no two packages mean the same one. */
export const ACCESS_LOG: ServiceName<AccessLog> = '@acme/example'
export const LOGGER: ServiceName<Logger> = '@acme/example/logger'

declare module '@app/core' {
  interface Config {
    /** The section of the configuration that the package reads. */
    readonly '@acme/example'?: ConfigSection<AccessLogOptions>
  }
}

/** What the package brings to an application: a middleware, where it stands in the pipeline, and its options. */
export const configProvider: ConfigProvider = () => ({
  // Read when the configuration is resolved, not here. Not set, the option is left out; what an application writes wins.
  '@acme/example': { prefix: fromEnvironment('ACCESS_LOG_PREFIX') },
  dependencies: {
    services: { [LOGGER]: console },
    factories: {
      [ACCESS_LOG]: (container) =>
        fromSection<AccessLogOptions, AccessLog>(container, '@acme/example', (options) => {
          return new AccessLog(container.get(LOGGER), options)
        }),
    },
  },
  middleware_pipeline: { [ACCESS_LOG]: { middleware: ACCESS_LOG, priority: Priority.BEFORE_ROUTING } },
})
