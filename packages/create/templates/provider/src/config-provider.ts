import { type ConfigProvider, Priority, type ServiceName } from '@app/core'
import { type ConfigSection, fromEnvironment, fromSection } from '@app/core/extending'
import { AccessLog, type AccessLogOptions } from './access-log.ts'
import type { Logger } from './logger.ts'

/** The names of services begin with the name of the package, so that two packages never use the same name. */
export const ACCESS_LOG: ServiceName<AccessLog> = '@acme/example'
export const LOGGER: ServiceName<Logger> = '@acme/example/logger'

declare module '@app/core' {
  interface Config {
    /** The section of the configuration that the package reads. */
    readonly '@acme/example'?: ConfigSection<AccessLogOptions>
  }
}

/** Adds the middleware of the package to an application, with its place in the pipeline and its options. */
export const configProvider: ConfigProvider = () => ({
  // The variable is read when the configuration is resolved. If it is not set, the option is left out; a value of the
  // application wins.
  '@acme/example': { prefix: fromEnvironment('ACCESS_LOG_PREFIX') },
  dependencies: {
    // The middleware is made when the program starts, so that a wrong option stops the start. Otherwise it would be made
    // for the first request, which would then fail, like each later one.
    eager: [ACCESS_LOG],
    factories: {
      // A default that an application may replace is a factory: every other kind of service counts before it.
      [LOGGER]: () => console,
      [ACCESS_LOG]: (container) =>
        fromSection<AccessLogOptions, AccessLog>(container, '@acme/example', (options) => {
          return new AccessLog(container.get(LOGGER), options)
        }),
    },
  },
  middleware_pipeline: { [ACCESS_LOG]: { middleware: ACCESS_LOG, priority: Priority.BEFORE_ROUTING } },
})
