import { readForm } from '../messages/read-form.ts'
import type { BodyStrategy } from './body-strategy.ts'
import { collectFields } from './form-fields.ts'

/** Reads `multipart/form-data` as the platform does, as `FormFields<string | File>`, at most 1,000 of them. */
export const multipartBody: BodyStrategy = {
  matches: (essence) => essence === 'multipart/form-data',
  parse: async (octets, type) => collectFields(await readForm(octets, type)),
}
