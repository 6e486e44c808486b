import type { StandardSchemaV1 } from '@standard-schema/spec'
import { type } from 'arktype'
import fc from 'fast-check'
import * as v from 'valibot'
import * as z from 'zod'

/**
 * The shape of a value. From a shape the tests make a schema with each schema library, and values that fit the schema.
 */
export type Shape =
  | { readonly kind: 'text' | 'number' | 'yes or no' | 'file' }
  /**
   * Values of JavaScript that JSON does not have: a `Date`, a `bigint`, a `Map`. A schema makes them from the sent
   * JSON.
   */
  | { readonly kind: 'date' | 'bigint' | 'map of numbers' }
  | { readonly kind: 'choice'; readonly of: readonly string[] }
  | { readonly kind: 'list'; readonly of: Shape }
  | { readonly kind: 'map'; readonly of: Readonly<Record<string, Shape>> }

/** The functions that make the schema of a shape, by library. */
export const LIBRARIES: Readonly<Record<string, (shape: Shape) => StandardSchemaV1>> = {
  zod: zodOf,
  valibot: valibotOf,
  arktype: arktypeOf,
}

function zodOf(shape: Shape): z.ZodType {
  switch (shape.kind) {
    case 'text':
      return z.string()
    case 'number':
      return z.number()
    case 'yes or no':
      return z.boolean()
    case 'file':
      return z.file()
    case 'date':
      return z.codec(z.iso.datetime(), z.date(), { decode: (at) => new Date(at), encode: (at) => at.toISOString() })
    case 'bigint':
      return z.codec(z.string().regex(DIGITS), z.bigint(), { decode: BigInt, encode: String })
    case 'map of numbers':
      return z.codec(z.array(z.tuple([z.string(), z.number()])), z.map(z.string(), z.number()), {
        decode: (entries) => new Map(entries),
        encode: (map) => [...map],
      })
    case 'choice':
      return z.enum(shape.of)
    case 'list':
      return z.array(zodOf(shape.of))
    case 'map':
      return z.object(each(shape.of, zodOf))
  }
}

function valibotOf(shape: Shape): v.GenericSchema {
  switch (shape.kind) {
    case 'text':
      return v.string()
    case 'number':
      return v.number()
    case 'yes or no':
      return v.boolean()
    case 'file':
      return v.file()
    case 'date':
      return v.pipe(v.string(), v.isoTimestamp(), v.toDate())
    case 'bigint':
      return v.pipe(v.string(), v.regex(DIGITS), v.toBigint())
    case 'map of numbers':
      return v.pipe(
        v.array(v.tuple([v.string(), v.number()])),
        v.transform((entries) => new Map(entries)),
      )
    case 'choice':
      return v.picklist(shape.of)
    case 'list':
      return v.array(valibotOf(shape.of))
    case 'map':
      return v.object(each(shape.of, valibotOf))
  }
}

function arktypeOf(shape: Shape): type.Any {
  switch (shape.kind) {
    case 'text':
      return type('string') as type.Any
    case 'number':
      return type('number') as type.Any
    case 'yes or no':
      return type('boolean') as type.Any
    case 'file':
      return type.instanceOf(File) as type.Any
    case 'date':
      return type('string.date.iso.parse') as unknown as type.Any
    case 'bigint':
      return type(DIGITS).pipe(BigInt) as unknown as type.Any
    case 'map of numbers':
      return type(['string', 'number'])
        .array()
        .pipe((entries) => new Map(entries)) as unknown as type.Any
    case 'choice':
      return type.enumerated(...shape.of) as type.Any
    case 'list':
      return arktypeOf(shape.of).array() as type.Any
    case 'map':
      return type(each(shape.of, arktypeOf) as object) as type.Any
  }
}

/** Generates values of a shape, with strings from `texts`. */
export function valuesOf(shape: Shape, texts: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  switch (shape.kind) {
    case 'text':
      return texts
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0)
    case 'yes or no':
      return fc.boolean()
    case 'file':
      return FILES
    case 'date':
      return fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-01-01') })
    case 'bigint':
      return fc.bigInt()
    case 'map of numbers':
      return fc.uniqueArray(fc.tuple(texts, fc.integer()), { selector: ([key]) => key }).map((all) => new Map(all))
    case 'choice':
      return fc.constantFrom(...shape.of)
    case 'list':
      return fc.array(valuesOf(shape.of, texts), { minLength: 1, maxLength: 3 })
    case 'map':
      return fc.record(each(shape.of, (inner) => valuesOf(inner, texts)))
  }
}

/** Returns the JSON data that is sent for a value: the text of a `Date` or a `bigint`, the entries of a `Map`. */
export function sentOf(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'bigint') return String(value)
  if (value instanceof Map) return [...value]
  if (Array.isArray(value)) return value.map(sentOf)
  return typeof value === 'object' && value !== null ? each(value as Readonly<Record<string, unknown>>, sentOf) : value
}

const DIGITS = /^-?\d+$/

/** Generates strings of any characters without lone surrogates, since UTF-8 cannot express these. */
export const TEXTS: fc.Arbitrary<string> = fc.string({ unit: 'binary' }).map((text) => text.toWellFormed())

const FILES = fc
  .tuple(fc.uint8Array(), fc.constantFrom('a.txt', 'ü b.png', 'a"b.html'), fc.constantFrom('text/plain', 'image/png'))
  .map(([bytes, name, type]) => new File([bytes as Uint8Array<ArrayBuffer>], name, { type }))

const KEYS = fc.constantFrom('a', 'b', 'toString', 'ünïcode', 'with space', '0', 'length')

const leaf: fc.Arbitrary<Shape> = fc.constantFrom<Shape>(
  { kind: 'text' },
  { kind: 'number' },
  { kind: 'yes or no' },
  { kind: 'choice', of: ['x', 'y z', ''] },
)

function shapesOf(leaves: fc.Arbitrary<Shape>): fc.Arbitrary<Shape> {
  return fc.letrec<{ shape: Shape }>((tie) => ({
    shape: fc.oneof(
      { depthSize: 'small' },
      leaves,
      tie('shape').map((of) => ({ kind: 'list', of }) as const),
      fc.dictionary(KEYS, tie('shape'), { maxKeys: 4 }).map((of) => ({ kind: 'map', of: { ...of } }) as const),
    ),
  })).shape
}

/** Generates shapes of any depth. */
export const SHAPES: fc.Arbitrary<Shape> = shapesOf(leaf)

/** Generates shapes of any depth, some of which contain a `Date`, a `bigint` or a `Map`. */
export const DECODED_SHAPES: fc.Arbitrary<Shape> = shapesOf(
  fc.oneof(leaf, fc.constantFrom<Shape>({ kind: 'date' }, { kind: 'bigint' }, { kind: 'map of numbers' })),
)

/**
 * Generates shapes of fields, as a query or a form has them: maps of strings, of lists of strings, of choices, and of
 * the shapes in `more`.
 */
export function fieldShapes(...more: readonly Shape[]): fc.Arbitrary<Shape> {
  const text = { kind: 'text' } as const
  const field = fc.constantFrom<Shape>(text, { kind: 'list', of: text }, { kind: 'choice', of: ['x', 'y z'] }, ...more)
  return fc.dictionary(KEYS, field, { maxKeys: 4 }).map((of) => ({ kind: 'map', of: { ...of } }))
}

function each<T, U>(map: Readonly<Record<string, T>>, use: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, use(value)]))
}
