import type { MediaType } from '../messages/media-type.ts'

/** Reads bodies of certain media types. */
export interface BodyStrategy {
  /** Whether it reads a media type, given in lower case and without parameters: `application/json`. */
  readonly matches: (essence: string) => boolean
  /**
   * Parses a whole body, which is within the limit and has no content coding.
   *
   * Throws an `HttpError` of 400 for octets that do not match their type.
   */
  readonly parse: (octets: Uint8Array<ArrayBuffer>, type: MediaType) => unknown
}
