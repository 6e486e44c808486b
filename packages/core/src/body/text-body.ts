import { HttpError } from '../messages/http-error.ts'
import type { BodyStrategy } from './body-strategy.ts'

const UTF_8 = new TextDecoder('utf-8', { fatal: true })

/** Decodes a body as text. Throws an `HttpError` of 400 if it is not UTF-8. */
export function decodeText(octets: Uint8Array<ArrayBuffer>): string {
  try {
    return UTF_8.decode(octets)
  } catch (error) {
    throw new HttpError(400, "The request's body is not UTF-8", { cause: error })
  }
}

/** Reads `text/…` as a string. */
export const textBody: BodyStrategy = {
  matches: (essence) => essence.startsWith('text/'),
  parse: decodeText,
}
