import { Application, text } from '@app/core'
import { handlerFor, job, jobRunner, jobs, memoryJobs } from '@app/jobs'
import { openTelemetry, traceJobs } from '@app/opentelemetry'
import { metricsPage } from '@app/opentelemetry/prometheus'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { metrics } from '@opentelemetry/api'
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus'
import { MeterProvider } from '@opentelemetry/sdk-metrics'

const reader = new PrometheusExporter({ preventServerStart: true })
metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }))

traceJobs()
const sendMail = job<{ to: string }>({ name: 'mail.send', retries: 1, backoff: 0 })
const queue = jobs({ engine: memoryJobs() })
const handler = handlerFor(sendMail, ({ to }) => {
  if (to === 'nobody') throw new RangeError('There is no such address.')
})
const runner = jobRunner(queue, { handlers: [handler], onError: () => undefined })

const app = new Application({ router: new FindMyWayRouter() })
app.pipe(openTelemetry())
app.get('/metrics', metricsPage({ reader }))
app.get('/mail/{to}', async ({ params: { to } }) => {
  await queue.add(sendMail, { to })
  return text(String((await runner.drain()).length))
})
app.get('/pid', () => text(String(process.pid)))

const workers = Number(process.env.WORKERS)
await app.run({ port: 0, host: '127.0.0.1', ...(workers > 0 && { workers }) })
