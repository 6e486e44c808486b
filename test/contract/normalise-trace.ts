import { isMap, plain } from './php-map.ts'
import type { TraceEntry } from './trace.ts'
import type { Line } from './units.ts'

/**
 * Rewrites a trace, ours or the recorded one, so that both can be compared. The rules are those of the README beside
 * this file.
 */
export function normaliseTrace(trace: unknown, line: Line): readonly TraceEntry[] {
  const entries = (trace ?? []) as readonly TraceEntry[]
  // Entries about the construction of a class are left out: each release line constructs classes at another moment, and
  // this framework constructs a class once, when it is first invoked.
  return entries.filter((entry) => !('new' in entry)).map((entry) => normaliseEntry(entry, line))
}

function normaliseEntry(entry: TraceEntry, line: Line): TraceEntry {
  const normal: Record<string, unknown> = { ...entry }
  if (typeof normal.path === 'string') normal.path = canonical(normal.path)
  if (typeof normal.uri === 'string') normal.uri = withRootPath(normal.uri)
  if (normal.original === '') normal.original = '/'
  if ('attrs' in normal) Object.assign(normal, attributes(normal))
  if (isMap(normal.route)) normal.route = 'success' in normal.route ? routeResult(normal.route) : normal.route
  // Before v3 no middleware got a failed routing result, so for a failure the recording only says that there is no
  // result.
  if (normal.route === null && line !== 'V3') normal.route = routeResult({ success: false, methodFailure: false })
  if (isMap(normal.error)) normal.error = errorOf(normal.error)
  return plain(normal) as TraceEntry
}

/**
 * Mezzio overwrites the method and the body of a request, and saves the originals in two attributes. Here neither is
 * overwritten, so these attributes are removed, and the original method is put in place of the recorded one. Also
 * removes params that are `null`, which is Aura's value for an optional part that is absent; here the param is absent.
 */
function attributes({ attrs, method }: TraceEntry): TraceEntry {
  const { forwarded_http_method: original, rawBody, ...others } = attrs as Readonly<Record<string, unknown>>
  const given = withoutNull(others)
  return {
    attrs: Object.keys(given).length > 0 ? given : undefined,
    method: original !== undefined && method !== undefined ? original : method,
  }
}

/**
 * The parts of a routing result that can be compared: of a match its name, methods, options and params; of a failure
 * whether only the method was wrong, and the allowed methods.
 */
function routeResult({ success, methodFailure, allowed, name, options, params }: TraceEntry): TraceEntry {
  if (success !== true) return { success, methodFailure, allowed: inAnyOrder(allowed ?? []) }
  const methods = allowed === 255 ? null : inAnyOrder(allowed)
  return { success, allowed: methods, name, options: emptyAsMap(options), params: withoutNull(emptyAsMap(params)) }
}

/** Returns for an error of the framework its name, and for an error that middleware of a case threw its message. */
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

/**
 * Rewrites a recorded path as our framework writes it. For a request to the prefix itself, the path after the prefix is
 * `/` here and empty in Mezzio. Characters outside of ASCII are always encoded here.
 */
function canonical(path: string): string {
  return path === '' ? '/' : path.replace(/[^\x00-\x7f]+/g, encodeURI)
}
