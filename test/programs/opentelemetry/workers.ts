import { Application, text } from '@app/core'
import { openTelemetry } from '@app/opentelemetry'
import { metricsPage } from '@app/opentelemetry/prometheus'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { metrics } from '@opentelemetry/api'
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus'
import { MeterProvider } from '@opentelemetry/sdk-metrics'

const reader = new PrometheusExporter({ preventServerStart: true })
metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }))

const app = new Application({ router: new FindMyWayRouter() })
app.pipe(openTelemetry())
app.get('/metrics', metricsPage({ reader }))
app.get('/pid', () => text(String(process.pid)))

const workers = Number(process.env.WORKERS)
await app.run({ port: 0, host: '127.0.0.1', ...(workers > 0 && { workers }) })
