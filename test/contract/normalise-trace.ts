import { isMap, plain } from './php-map.ts'
import type { TraceEntry } from './trace.ts'
import type { Line } from './units.ts'

/**
 * A trace in the terms that both sides have. The rules are those of
 * docs/decisions/001-where-the-release-lines-conflict.md, section "How outcomes are compared".
 */
export function normaliseTrace(trace: unknown, line: Line): readonly TraceEntry[] {
  const entries = (trace ?? []) as readonly TraceEntry[]
  // A class is constructed once here, at its first invocation; each line constructs it at another moment.
  return entries.filter((entry) => !('new' in entry)).map((entry) => normaliseEntry(entry, line))
}

function normaliseEntry(entry: TraceEntry, line: Line): TraceEntry {
  const normal: Record<string, unknown> = { ...entry }
  if (typeof normal.path === 'string') normal.path = canonical(normal.path)
  if (typeof normal.uri === 'string') normal.uri = withRootPath(normal.uri)
  if (normal.original === '') normal.original = '/'
  if ('attrs' in normal) Object.assign(normal, attributes(normal))
  if (isMap(normal.route)) normal.route = 'success' in normal.route ? routeResult(normal.route) : normal.route
  // Before v3 no middleware saw a failed result, so the recording only says that there is no result.
  if (normal.route === null && line !== 'V3') normal.route = routeResult({ success: false, methodFailure: false })
  if (isMap(normal.error)) normal.error = errorOf(normal.error)
  return plain(normal) as TraceEntry
}

/**
 * The reference keeps the replaced method and the raw body as attributes; here neither is replaced. Aura has `null` for
 * an optional part that is absent; here the param is absent.
 */
function attributes({ attrs, method }: TraceEntry): TraceEntry {
  const { forwarded_http_method: original, rawBody, ...others } = attrs as Readonly<Record<string, unknown>>
  const given = withoutNull(others)
  return {
    attrs: Object.keys(given).length > 0 ? given : undefined,
    method: original !== undefined && method !== undefined ? original : method,
  }
}

/** A matched route with its name and its params, or the allowed methods of a failure. */
function routeResult({ success, methodFailure, allowed, name, options, params }: TraceEntry): TraceEntry {
  if (success !== true) return { success, methodFailure, allowed: inAnyOrder(allowed ?? []) }
  const methods = allowed === 255 ? null : inAnyOrder(allowed)
  return { success, allowed: methods, name, options: emptyAsMap(options), params: withoutNull(emptyAsMap(params)) }
}

/** An error of a behaviour is known by its message, an error of the framework by its kind. */
function errorOf({ class: name, message }: TraceEntry): unknown {
  return /Middleware|Response|Route|Service/.test(String(name)) ? String(name).split('\\').at(-1) : message
}

function inAnyOrder(methods: unknown): unknown {
  return Array.isArray(methods) ? [...methods].sort() : methods
}

function withoutNull(values: unknown): object {
  return Object.fromEntries(Object.entries(values ?? {}).filter(([, value]) => value !== null))
}

function emptyAsMap(value: unknown): unknown {
  return Array.isArray(value) && value.length === 0 ? {} : value
}

function withRootPath(uri: string): string {
  const { protocol, host, pathname, search } = new URL(uri)
  return `${protocol}//${host}${pathname}${search}`
}

/** The path of a bare prefix is `/` here, and empty there. Characters outside of ASCII are always encoded here. */
function canonical(path: string): string {
  return path === '' ? '/' : path.replace(/[^\x00-\x7f]+/g, encodeURI)
}
