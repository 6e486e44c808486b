import { readForm } from '../messages/read-form.ts'
import type { BodyStrategy } from './body-strategy.ts'
import { collectFields } from './form-fields.ts'

/** Reads `multipart/form-data`, by the platform's parser, as `FormFields<string | File>` of at most 1,000 fields. */
export const multipartBody: BodyStrategy = {
  matches: (essence) => essence === 'multipart/form-data',
  parse: async (octets, type) => collectFields(await readForm(octets, type)),
}
