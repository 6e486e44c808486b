/** A value that JSON has. */
export type Json = string | number | boolean | null | undefined | readonly Json[] | { readonly [key: string]: Json }

/**
 * What is sent of a type, for one of a schema's input: the type itself where JSON has it.
 *
 * In the place of a type that JSON does not have stands a text that says so, which nothing but itself is assignable to.
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

/** What a text can hold of what a schema takes by itself, such as one that coerces: `unknown` is what a field may be. */
export type Fields<T, F> = T extends object ? { [K in keyof T]: unknown extends T[K] ? F | readonly F[] : T[K] } : T

/** A field of a query, of params, headers, cookies and forms. */
export type Field = string | number | bigint | boolean
