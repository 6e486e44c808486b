/** A value that JSON can express. A key with the value `undefined` is left out. */
export type Json = string | number | boolean | null | undefined | readonly Json[] | { readonly [key: string]: Json }

/**
 * The type of the data that is sent for the input of a schema: the type itself if JSON has it.
 *
 * A type that JSON does not have is replaced by the text of an error. Only that text is assignable to it, so the
 * program does not compile.
 */
export type Wire<T> = [T] extends [Json] ? T : unknown extends T ? T : WirePart<T>

type WirePart<T> = T extends Json
  ? T
  : T extends Lacking
    ? `JSON has no ${NameOf<T>}. Describe what is sent in its place, and let the schema make it of that`
    : T extends object
      ? { [K in keyof T]: Wire<T[K]> }
      : T

type Lacking =
  | Date
  | bigint
  | symbol
  | Blob
  | ArrayBuffer
  | ArrayBufferView
  | LackingClass
  | ((...args: never[]) => unknown)
type LackingClass = ReadonlyMap<unknown, unknown> | ReadonlySet<unknown> | RegExp

type NameOf<T> = T extends Date
  ? 'Date'
  : T extends bigint
    ? 'bigint'
    : T extends ReadonlyMap<unknown, unknown>
      ? 'Map'
      : T extends ReadonlySet<unknown>
        ? 'Set'
        : 'such value'

/**
 * The input of a schema whose values are sent as strings. A schema that converts its input has keys of the type
 * `unknown`; these keys get the type of a field.
 */
export type Fields<T, F> = T extends object ? { [K in keyof T]: unknown extends T[K] ? F | readonly F[] : T[K] } : T

/** The value of a field, which is sent as a string: in a query, params, headers, cookies and forms. */
export type Field = string | number | bigint | boolean
