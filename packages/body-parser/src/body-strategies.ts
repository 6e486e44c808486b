import { HttpError } from '@app/core'
import type { MediaType } from '@app/http'
import { checkFields, readFormData } from '@app/http/internal'

/** Reads bodies of certain media types. */
export interface BodyStrategy {
  /** True if the strategy reads a media type, given in lower case and without parameters: `application/json`. */
  readonly matches: (essence: string) => boolean
  /**
   * Parses a whole body, which is within the limit and has no content coding.
   *
   * Throws an `HttpError` of 400 for bytes that do not match their type.
   */
  readonly parse: (bytes: Uint8Array<ArrayBuffer>, type: MediaType) => unknown
}

/**
 * Reads `application/json` and every `application/…+json`. Of a repeated key the last value counts.
 *
 * The parsed objects have no prototype. A key `__proto__`, and a key `prototype` inside of `constructor`, are refused
 * with 400.
 */
export const jsonBody: BodyStrategy = {
  matches: (essence) => essence === 'application/json' || JSON_SUFFIX.test(essence),
  parse: (bytes) => {
    const text = decodeText(bytes)
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch (error) {
      throw new HttpError(400, "The request's body is not JSON", { cause: error })
    }
    takePrototypes(value)
    return value
  },
}

/**
 * Removes the prototypes of all objects in a parsed body, except arrays. Throws an `HttpError` of 400 for a key that
 * reaches a prototype. Uses its own stack instead of recursion, since the client decides how deep a body nests.
 */
function takePrototypes(root: unknown): void {
  const pending: unknown[] = [root]
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (typeof value !== 'object' || value === null) continue
    if (Array.isArray(value)) {
      for (const item of value) if (typeof item === 'object') pending.push(item)
      continue
    }
    for (const key of Object.keys(value)) {
      const item: unknown = (value as Record<string, unknown>)[key]
      if (key === '__proto__' || (key === 'constructor' && hasPrototype(item))) throw poisoned()
      if (typeof item === 'object') pending.push(item)
    }
    Object.setPrototypeOf(value, null)
  }
}

function hasPrototype(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype')
}

function poisoned(): HttpError {
  return new HttpError(400, "The request's body has a key that reaches a prototype, such as __proto__")
}

const JSON_SUFFIX = /^application\/[^/]+\+json$/

const UTF_8 = new TextDecoder('utf-8', { fatal: true })

/** Decodes a body as text. Throws an `HttpError` of 400 if it is not UTF-8. */
function decodeText(bytes: Uint8Array<ArrayBuffer>): string {
  try {
    return UTF_8.decode(bytes)
  } catch (error) {
    throw new HttpError(400, "The request's body is not UTF-8", { cause: error })
  }
}

/** Reads `text/…` as a string. */
export const textBody: BodyStrategy = {
  matches: (essence) => essence.startsWith('text/'),
  parse: decodeText,
}

/** The fields of a form by name; a repeated name has a list of values. */
export type FormFields<V = string> = Readonly<Record<string, V | readonly V[]>>

/**
 * Collects the fields of a form or a query in a map without a prototype; a repeated name has a list of values.
 *
 * Names are not interpreted: `a[b]` is a name, not a path. Throws an `HttpError` of 400 for a name that other code
 * could interpret as a path to a prototype.
 *
 * @example
 * const { title } = collectFields(new URLSearchParams('title=Tea').entries())
 */
export function collectFields<V>(entries: Iterable<readonly [string, V]>): FormFields<V> {
  const fields: Record<string, V | V[]> = Object.create(null)
  for (const [name, value] of entries) {
    if (POISON.test(name))
      throw new HttpError(400, "The request's form has a field that reaches a prototype, such as __proto__")
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
  parse: (bytes) => {
    checkFields(bytes)
    return collectFields(new URLSearchParams(decodeText(bytes)))
  },
}

/** Reads `multipart/form-data`, by the platform's parser, as `FormFields<string | File>` of at most 1,000 fields. */
export const multipartBody: BodyStrategy = {
  matches: (essence) => essence === 'multipart/form-data',
  parse: async (bytes, type) => collectFields(await readFormData(bytes, type)),
}
