import type { Body, Content } from './content.ts'
import type { ResponseContent, ResponseDescription } from './response-description.ts'

/**
 * Returns the `Content` of a described body or response. A schema becomes a `Content` of JSON, a map with `content`
 * becomes the `Content` of this member, and `null`, for a response without a body, stays `null`.
 *
 * @example
 * const { kind, type } = contentOf(z.object({ title: z.string() })) // json, application/json
 */
export function contentOf(described: Body): Content
export function contentOf(described: ResponseDescription): ResponseContent | null
export function contentOf(described: Body | ResponseDescription): Content | null {
  if (!described) return null
  if ('~standard' in described) return { kind: 'json', type: 'application/json', schema: described }
  return 'content' in described ? contentOf(described.content) : described
}
