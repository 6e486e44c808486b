export type { AccessLogOptions } from './access-log.ts'
export { AccessLog } from './access-log.ts'
export { ACCESS_LOG, configProvider, LOGGER } from './config-provider.ts'
export type { Logger } from './logger.ts'
