import type { MediaType } from '../messages/media-type.ts'

/** How bodies of some media types are read. */
export interface BodyStrategy {
  /** Whether it reads this type, given in lower case and without parameters: `application/json`. */
  readonly matches: (essence: string) => boolean
  /**
   * The value of a body, which came whole, within its limit and without a content coding.
   *
   * Throws an `HttpError` of 400 for octets that are not what their type says.
   */
  readonly parse: (octets: Uint8Array<ArrayBuffer>, type: MediaType) => unknown
}
