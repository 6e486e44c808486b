import { Application, type ConfigProvider, Priority } from '@app/core'
import { Metrics } from './metrics.ts'
import { withMetricsPage } from './with-metrics-page.ts'

export const configProvider: ConfigProvider = () => ({
  dependencies: {
    invokables: { '@acme/metrics': Metrics },
    delegators: { [Application.SERVICE]: [withMetricsPage] },
  },
  middleware_pipeline: { '@acme/metrics': { middleware: '@acme/metrics', priority: Priority.EARLY } },
})
