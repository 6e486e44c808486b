import cluster from 'node:cluster'
import { type RequestHandler, text } from '@app/core'
import { checkOptions, optionKind, within } from '@app/core/extending'
import type { PrometheusSerializer } from '@opentelemetry/exporter-prometheus'
import { merged, withLabel } from './exposition.ts'
import { Workers } from './workers.ts'

/** A reader of metrics that the SDK has: `new PrometheusExporter({ preventServerStart: true })`. */
export interface MetricsReader {
  collect(): Promise<{ readonly resourceMetrics: object }>
}

/** Options of `metricsPage`. */
export interface MetricsPageOptions {
  /** The reader of metrics that was also given to the SDK. */
  readonly reader: MetricsReader
  /** The seconds for which the page waits for another worker; then it answers without this one. Default: 1. */
  readonly timeout?: number | undefined
}

/**
 * Makes a handler that answers with the metrics of this process, or of all workers of `run({ workers })`, in the format
 * that Prometheus reads. The measurements of each worker have the label `worker`, so that Prometheus adds them up.
 *
 * Put a guard before it: the page tells which routes there are, and how much they are used.
 *
 * @example
 * const reader = new PrometheusExporter({ preventServerStart: true })
 * new NodeSDK({ metricReaders: [reader] }).start()
 * app.get('/metrics', metricsPage({ reader }))
 */
export function metricsPage(options: MetricsPageOptions): RequestHandler {
  const { reader, timeout = 1 } = checkOptions('metricsPage()', options, {
    reader: optionKind.required(optionKind.withMethods('collect')),
    timeout: optionKind.seconds,
  })
  const own = async () => (await serializer()).serialize((await reader.collect()).resourceMetrics as ResourceMetrics)
  const worker = cluster.worker
  if (!worker) return async () => text(await own(), { headers: HEADERS })
  const labelled = async () => withLabel(await own(), 'worker', String(worker.id))
  const workers = new Workers(String(worker.id), labelled)
  return async () => {
    const others = await workers.ask((work) => within(timeout, work, 'A worker'))
    return text(merged([await labelled(), ...others]), { headers: HEADERS })
  }
}

let made: Promise<PrometheusSerializer> | undefined

/** The library is loaded with the first page, so that the other parts of this package do without it. */
function serializer(): Promise<PrometheusSerializer> {
  made ??= import('@opentelemetry/exporter-prometheus').then((library) => new library.PrometheusSerializer())
  return made
}

type ResourceMetrics = Parameters<PrometheusSerializer['serialize']>[0]

const HEADERS = { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }
