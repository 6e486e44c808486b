export { configProvider } from './config-provider.ts'
export { Metrics } from './metrics.ts'
