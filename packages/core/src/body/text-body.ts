import type { BodyStrategy } from './body-strategy.ts'
import { decodeText } from './decode-text.ts'

/** Reads `text/…` as a string. */
export const textBody: BodyStrategy = {
  matches: (essence) => essence.startsWith('text/'),
  parse: decodeText,
}
