export { configProvider, OPENTELEMETRY_SERVICE } from './config-provider.ts'
export type { OpenTelemetryOptions } from './opentelemetry.ts'
export { openTelemetry } from './opentelemetry.ts'
