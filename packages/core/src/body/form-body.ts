import { checkFields } from '../messages/form-limits.ts'
import type { BodyStrategy } from './body-strategy.ts'
import { decodeText } from './decode-text.ts'
import { collectFields } from './form-fields.ts'

/** Reads `application/x-www-form-urlencoded` as `FormFields`, of at most 1,000 fields. */
export const formBody: BodyStrategy = {
  matches: (essence) => essence === 'application/x-www-form-urlencoded',
  parse: (octets) => {
    checkFields(octets)
    return collectFields(new URLSearchParams(decodeText(octets)))
  },
}
