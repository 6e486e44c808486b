import type { ServerRequest } from '@app/core'
import type { Attributes } from '@opentelemetry/api'

/**
 * The attributes of a request by the semantic conventions of OpenTelemetry, for spans and for metrics, as far as they
 * are known before the response.
 */
export interface RequestAttributes {
  /** The method for the name of the span; `HTTP` for a method unknown to HTTP. */
  readonly method: string
  readonly ofSpan: Attributes
  /** The attributes with few possible values, by which metrics are grouped. */
  readonly ofMetrics: Attributes
}

/**
 * Returns the attributes of a request. A method unknown to HTTP becomes `_OTHER`, since clients can send any word.
 *
 * Source: the semantic conventions for HTTP spans and HTTP metrics of OpenTelemetry.
 */
export function requestAttributes(request: ServerRequest, hasQuery: boolean): RequestAttributes {
  const { method, url } = request
  const isUsual = USUAL_METHODS.has(method)
  const [, scheme = 'http', host, port] = ORIGIN.exec(url) ?? []
  const ofMetrics = { 'http.request.method': isUsual ? method : '_OTHER', 'url.scheme': scheme }
  const query = hasQuery ? url.indexOf('?') + 1 : 0
  const ofSpan: Attributes = {
    ...ofMetrics,
    ...(!isUsual && { 'http.request.method_original': method }),
    'url.path': request.fullPath,
    ...(query > 0 && { 'url.query': url.slice(query) }),
    ...(host !== undefined && { 'server.address': host, 'server.port': Number(port ?? USUAL_PORTS[scheme]) }),
    ...given('client.address', request.clientAddress),
    ...given('user_agent.original', request.headers.get('user-agent')),
  }
  return { method: isUsual ? method : 'HTTP', ofSpan, ofMetrics }
}

/** The outcome of a request. */
export interface Outcome {
  /** `undefined` if the client left before the response. */
  readonly status: number | undefined
  /** The path of the matched route, with the prefixes of its application. */
  readonly route: string | undefined
  /**
   * The last error of the request that reached an error handler, or that no middleware caught, with its time in
   * milliseconds since 1970.
   */
  readonly caught: { readonly error: unknown; readonly time: number } | undefined
}

/** True if a status is an error of the server; 4xx are mistakes of clients. */
export function isFailure(status: number | undefined): status is number {
  return status !== undefined && status >= 500
}

/** Returns the attributes that are known when a request is answered. */
export function outcomeAttributes({ status, route, caught }: Outcome): Attributes {
  const error = caught?.error
  return {
    ...given('http.response.status_code', status),
    ...given('http.route', route),
    ...(isFailure(status) && { 'error.type': error instanceof Error ? error.name : String(status) }),
  }
}

function given(key: string, value: string | number | null | undefined): Attributes | undefined {
  return value === undefined || value === null ? undefined : { [key]: value }
}

const USUAL_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'CONNECT', 'TRACE', 'QUERY'])
const USUAL_PORTS: Readonly<Record<string, number>> = { http: 80, https: 443 }
const ORIGIN = /^(https?):\/\/(\[[^\]]*\]|[^/:?#]*)(?::(\d+))?/
