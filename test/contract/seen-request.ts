import { ROUTE_RESULT, type ServerRequest } from '@app/core'
import { NAMED } from './attributes.ts'
import type { TraceEntry } from './trace.ts'

/** Returns the parts of a request that middleware of the recorded cases writes to the trace. */
export async function seen(request: ServerRequest, show: unknown): Promise<TraceEntry> {
  const attrs = { ...request.params, ...request.attribute(NAMED) }
  return {
    path: request.path,
    ...(Object.keys(attrs).length > 0 && { attrs }),
    ...(await shown(request, show === undefined ? [] : [show].flat().map(String))),
  }
}

async function shown(request: ServerRequest, fields: readonly string[]): Promise<TraceEntry> {
  const entry: Record<string, unknown> = {}
  for (const field of fields) {
    if (field === 'method') entry[field] = request.method
    if (field === 'uri') entry[field] = uriOf(request)
    if (field === 'original') entry[field] = request.basePath + request.path
    if (field === 'route') entry[field] = routeOf(request)
    if (field === 'parsedBody') entry[field] = await parsedBody(request)
  }
  return entry
}

/**
 * The URI that middleware of Mezzio sees: under a prefix, Mezzio removes the prefix from it. Here the URI stays
 * unchanged, and `path` is the part after the prefix.
 */
function uriOf(request: ServerRequest): string {
  const { protocol, host, search } = new URL(request.url)
  return `${protocol}//${host}${request.path}${search}`
}

function routeOf(request: ServerRequest): TraceEntry | null {
  const result = request.attribute(ROUTE_RESULT)
  if (result === undefined) return null
  if (!result.matched) {
    const { allowedMethods } = result
    return {
      success: false,
      methodFailure: allowedMethods.length > 0,
      allowed: allowedMethods,
      name: false,
      params: {},
    }
  }
  const { name, path, methods, options } = result.route
  return {
    success: true,
    methodFailure: false,
    allowed: methods,
    name,
    routePath: path,
    options: { ...options },
    params: { ...result.params },
  }
}

/** The body, parsed by its media type, as Mezzio's middleware for body parsing leaves it in the request. */
async function parsedBody(request: ServerRequest): Promise<unknown> {
  const type = request.headers.get('content-type') ?? ''
  if (request.body === null || request.method === 'OPTIONS') return null
  if (/^application\/(?:.+\+)?json\b/.test(type)) return parseJson(await request.text())
  if (type.startsWith('application/x-www-form-urlencoded')) return Object.fromEntries(await request.formData())
  return null
}

function parseJson(text: string): unknown {
  return text === '' ? null : JSON.parse(text)
}
