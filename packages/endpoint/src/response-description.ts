import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { Content, ContentKind } from './content.ts'

/** The content of a response: every kind except forms, which only requests can have. */
export type ResponseContent = Content<Exclude<ContentKind, 'form' | 'multipart'>>

/** The body of a response: a schema, which means JSON, a `ResponseContent`, or `null` for none. */
export type ResponseBody = StandardSchemaV1 | ResponseContent | null

/** The description of a response by its body, by the situation in which it is sent, and by its headers. */
export interface DetailedResponse {
  readonly content: ResponseBody
  /** The situation in which this response is sent, for documentation. */
  readonly description?: string | undefined
  /**
   * The schema of the headers: a map of strings, by names in lower case. A call of `respond` without the headers that
   * the schema requires does not compile.
   */
  readonly headers?: StandardSchemaV1 | undefined
}

/** The description of a status in `responses`. */
export type ResponseDescription = ResponseBody | DetailedResponse

/**
 * Checks whether a response is described by a map with `content`, which may also have `description` and `headers`.
 *
 * @example
 * const response = createNote.responses[201]
 * if (isDetailed(response)) console.log(response.description)
 */
export function isDetailed(response: ResponseDescription): response is DetailedResponse {
  return response !== null && !('~standard' in response) && 'content' in response
}
