import { type ConfigProvider, Priority, type ServiceName } from '@app/core'
import { AccessLog } from './access-log.ts'
import type { Logger } from './logger.ts'

/** Services are called like the package, so that no two packages mean the same one. */
export const ACCESS_LOG: ServiceName<AccessLog> = '@acme/example'
export const LOGGER: ServiceName<Logger> = '@acme/example/logger'

/** What the package brings to an application: a middleware, and where it stands in the pipeline. */
export const configProvider: ConfigProvider = () => ({
  dependencies: {
    services: { [LOGGER]: console },
    factories: { [ACCESS_LOG]: (container) => new AccessLog(container.get(LOGGER)) },
  },
  middleware_pipeline: { [ACCESS_LOG]: { middleware: ACCESS_LOG, priority: Priority.BEFORE_ROUTING } },
})
