import { describeValue } from '@app/core/extending'
import { parsePath } from '@app/router'
import { placeholdersOf } from '@app/router/adapter'
import type { EndpointDescription } from '../endpoint.ts'
import { invalidEndpoint, nameOf } from './invalid-endpoint.ts'
import { shapeOf } from './schema-shape.ts'

const LIMITS: readonly string[] = ['items', 'keys', 'depth']
/**
 * The highest value that `limits.depth` may have: schema libraries call at least one function for each level, and the
 * stack is finite.
 */
const DEEPEST = 500
const PARTS = ['params', 'query', 'headers', 'cookies'] as const

/**
 * Throws a `ConfigurationError` (`APP_ENDPOINT`) for mistakes that the compiler may have missed, such as a part that is
 * not a schema, a param that is not a placeholder of the path, a body of GET, or a limit outside of its range.
 */
export function checkDescription(description: EndpointDescription): void {
  const { method, body, limits = {}, conditional, responses } = description
  const name = nameOf(description)
  for (const part of PARTS) {
    const schema: unknown = description[part]
    if (schema !== undefined && !isSchema(schema)) {
      throw invalidEndpoint(name, `"${part}" is a schema of a Standard Schema library, got ${typeof schema}.`)
    }
  }
  checkParams(name, description)
  if (body !== undefined && !isSchema(body) && !('kind' in body)) {
    throw invalidEndpoint(name, '"body" is a schema, or the result of formContent(schema) or a similar function.')
  }
  if (body !== undefined && (method === 'GET' || method === 'HEAD')) {
    throw invalidEndpoint(name, `a request with ${method} has no body. Describe its query.`)
  }
  if (body !== undefined && 'kind' in body && body.kind === 'events') {
    throw invalidEndpoint(
      name,
      'server-sent events cannot be the body of a request. For a body that is a stream, use streamContent().',
    )
  }
  if (conditional !== undefined && typeof conditional !== 'boolean' && conditional !== 'required') {
    throw invalidEndpoint(name, `"conditional" is true, false or 'required', got ${describeValue(conditional)}.`)
  }
  for (const [limit, most] of Object.entries(limits)) {
    if (!LIMITS.includes(limit)) throw invalidEndpoint(name, `"limits" has ${LIMITS.join(', ')}, got "${limit}".`)
    if (most === undefined) continue
    const [isDeep, upTo] = limit === 'depth' ? [most > DEEPEST, ` to ${DEEPEST}`] : [false, '']
    if (!Number.isSafeInteger(most) || most < 1 || isDeep) {
      throw invalidEndpoint(name, `the limit of ${limit} is an integer from 1${upTo}, got ${most}.`)
    }
  }
  if (Object.keys(responses).length === 0) throw invalidEndpoint(name, '"responses" describes no status.')
}

/** Refuses a param that is not a placeholder of the path, since it would be missing in every request. */
function checkParams(name: string, { path, params }: EndpointDescription): void {
  const shape = params && shapeOf(params)
  if (typeof shape !== 'object' || shape.kind !== 'map') return
  const placeholders = placeholdersOf(parsePath(path)).map((placeholder) => placeholder.name)
  for (const key of shape.keys.keys()) {
    if (placeholders.includes(key)) continue
    const there = placeholders.length === 0 ? 'It has none' : `There are ${placeholders.join(', ')}`
    throw invalidEndpoint(name, `"params" has "${key}", which is not a placeholder of the path. ${there}.`)
  }
}

function isSchema(value: unknown): boolean {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false
  const standard = (value as { readonly '~standard'?: { readonly validate?: unknown } })['~standard']
  return typeof standard?.validate === 'function'
}
