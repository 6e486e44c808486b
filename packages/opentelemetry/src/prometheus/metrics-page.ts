import cluster from 'node:cluster'
import { createHash, timingSafeEqual } from 'node:crypto'
import { HttpError, type RequestHandler, text } from '@app/core'
import { checkOptions, OptionError, type OptionKind, optionKind, within } from '@app/core/extending'
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
  /**
   * The token of at least 16 characters that Prometheus sends as `Authorization: Bearer`; without it the page is a 401.
   * Default: none, for a route that has a guard. `undefined`, as of a variable that is not set, is an error.
   */
  readonly token?: string | undefined
  /** The seconds for which the page waits for another worker; then it answers without this one. Default: 1. */
  readonly timeout?: number | undefined
}

/**
 * Makes a handler that answers with the metrics of this process, or of all workers of `run({ workers })`, in the format
 * that Prometheus reads. The measurements of each worker have the label `worker`, so that Prometheus adds them up.
 *
 * Give it a `token`, or put a guard before it: the page tells which routes there are, and how much they are used.
 *
 * @example
 * const reader = new PrometheusExporter({ preventServerStart: true })
 * new NodeSDK({ metricReaders: [reader] }).start()
 * app.get('/metrics', metricsPage({ reader, token: process.env.METRICS_TOKEN }))
 */
export function metricsPage(options: MetricsPageOptions): RequestHandler {
  const {
    reader,
    token,
    timeout = 1,
  } = checkOptions('metricsPage()', options, {
    reader: optionKind.required(optionKind.withMethods('collect')),
    token: TOKEN,
    timeout: optionKind.seconds,
  })
  if ('token' in options && token === undefined) {
    const advice = 'Set its variable to what "openssl rand -base64 32" prints; leave "token" out only behind a guard.'
    throw new OptionError('metricsPage()', 'token', `"token" is undefined, and anybody could read the page. ${advice}`)
  }
  const show = pageOf(reader, timeout)
  return token === undefined ? show : guarded(show, token)
}

function pageOf(reader: MetricsReader, timeout: number): () => Promise<Response> {
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

/** Lets only requests with the token pass. The comparison takes as long for every token of a request. */
function guarded(show: () => Promise<Response>, token: string): RequestHandler {
  const expected = digestOf(token)
  return ({ headers }) => {
    const [, given = ''] = /^bearer +(\S+) *$/i.exec(headers.get('authorization') ?? '') ?? []
    if (timingSafeEqual(digestOf(given), expected)) return show()
    throw new HttpError(401, 'The metrics page needs its token.', { headers: { 'www-authenticate': 'Bearer' } })
  }
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

let made: Promise<PrometheusSerializer> | undefined

/** The library is loaded with the first page, so that the other parts of this package do without it. */
function serializer(): Promise<PrometheusSerializer> {
  made ??= import('@opentelemetry/exporter-prometheus').then((library) => new library.PrometheusSerializer())
  return made
}

type ResourceMetrics = Parameters<PrometheusSerializer['serialize']>[0]

const HEADERS = { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }

const TOKEN: OptionKind = {
  wants: 'a string of at least 16 characters without spaces',
  accepts: (value) => typeof value === 'string' && /^[\x21-\x7e]{16,}$/.test(value),
}
