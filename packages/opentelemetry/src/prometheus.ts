export type { RequestHandler } from '@app/core'
export type { MetricsPageOptions, MetricsReader } from './prometheus/metrics-page.ts'
export { metricsPage } from './prometheus/metrics-page.ts'
