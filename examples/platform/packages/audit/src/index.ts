export { Audit } from './audit.ts'
export { configProvider } from './config-provider.ts'
export type { Logger } from './logger.ts'
