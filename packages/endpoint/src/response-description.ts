import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { Content, ContentKind } from './content.ts'

/** The content of an answer. Forms are for requests alone. */
export type ResponseContent = Content<Exclude<ContentKind, 'form' | 'multipart'>>

/** The body of an answer: a schema, which means JSON, a content, or `null` for none. */
export type ResponseBody = StandardSchemaV1 | ResponseContent | null

/** The description of a response that has an occasion or headers beside its body. */
export interface DetailedResponse {
  readonly content: ResponseBody
  /** The occasion of this response, for documentation. */
  readonly description?: string
  /**
   * The headers of the response, as texts, by names in lower case. `respond` accepts no answer without the headers that
   * the schema requires.
   */
  readonly headers?: StandardSchemaV1
}

/** The description of a status in `responses`. */
export type ResponseDescription = ResponseBody | DetailedResponse

/**
 * Checks whether a response is described by a map with `content`, `description` and `headers`.
 *
 * @example
 * const response = createNote.responses[201]
 * if (isDetailed(response)) console.log(response.description)
 */
export function isDetailed(response: ResponseDescription): response is DetailedResponse {
  return response !== null && !('~standard' in response) && 'content' in response
}
