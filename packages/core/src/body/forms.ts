import { HttpError } from '@app/http'
import { checkFields, readFormData } from '@app/http/framework'
import { type BodyStrategy, decodeText } from './body-strategies.ts'

/** The fields of a form by name; a repeated name has a list of values. */
export type FormFields<V = string> = Readonly<Record<string, V | readonly V[]>>

/**
 * Collects the fields of a form or a query in a map without a prototype; a repeated name has a list of values.
 *
 * Names are not interpreted: `a[b]` is a name, not a path. Throws an `HttpError` of 400 for a name that other code
 * could interpret as a path to a prototype.
 */
export function collectFields<V>(entries: Iterable<readonly [string, V]>): FormFields<V> {
  const fields: Record<string, V | V[]> = Object.create(null)
  for (const [name, value] of entries) {
    if (POISON.test(name)) throw new HttpError(400, "The request's fields name a prototype")
    const earlier = fields[name]
    if (earlier === undefined) fields[name] = value
    else if (Array.isArray(earlier)) earlier.push(value)
    else fields[name] = [earlier, value]
  }
  return fields
}

const POISON = /(?:^|[.[\]])(?:__proto__|constructor[.[\]]+prototype)(?:$|[.[\]])/

/** Reads `application/x-www-form-urlencoded` as `FormFields`, of at most 1,000 fields. */
export const formBody: BodyStrategy = {
  matches: (essence) => essence === 'application/x-www-form-urlencoded',
  parse: (octets) => {
    checkFields(octets)
    return collectFields(new URLSearchParams(decodeText(octets)))
  },
}

/** Reads `multipart/form-data`, by the platform's parser, as `FormFields<string | File>` of at most 1,000 fields. */
export const multipartBody: BodyStrategy = {
  matches: (essence) => essence === 'multipart/form-data',
  parse: async (octets, type) => collectFields(await readFormData(octets, type)),
}
