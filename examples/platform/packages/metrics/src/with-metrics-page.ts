import { type Application, type Delegator, text } from '@app/core'
import type { Metrics } from './metrics.ts'

/** Adds a route to the application as soon as the container has made the application. */
export const withMetricsPage: Delegator = (container, _name, create) => {
  const app = create<Application>()
  app.get('/metrics', () => text(String(container.get<Metrics>('@acme/metrics'))), 'metrics')
  return app
}
