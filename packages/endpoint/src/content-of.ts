import type { Body, Content } from './content.ts'
import type { ResponseContent, ResponseDescription } from './response-description.ts'

/**
 * Gives the content of a body that a description has for a request or an answer; `null` for an answer without a body. A
 * schema means JSON.
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
