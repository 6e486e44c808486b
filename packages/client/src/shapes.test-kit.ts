import type { StandardSchemaV1 } from '@standard-schema/spec'
import { type } from 'arktype'
import fc from 'fast-check'
import * as v from 'valibot'
import * as z from 'zod'

/** What values look like, from which schemas of each library and values that fit are made. */
export type Shape =
  | { readonly kind: 'text' | 'number' | 'yes or no' | 'file' }
  | { readonly kind: 'choice'; readonly of: readonly string[] }
  | { readonly kind: 'list'; readonly of: Shape }
  | { readonly kind: 'map'; readonly of: Readonly<Record<string, Shape>> }

/** Schemas of shapes, by each library. */
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
    case 'choice':
      return type.enumerated(...shape.of) as type.Any
    case 'list':
      return arktypeOf(shape.of).array() as type.Any
    case 'map':
      return type(each(shape.of, arktypeOf) as object) as type.Any
  }
}

/** Values of a shape. Texts and files are those given. */
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
    case 'choice':
      return fc.constantFrom(...shape.of)
    case 'list':
      return fc.array(valuesOf(shape.of, texts), { minLength: 1, maxLength: 3 })
    case 'map':
      return fc.record(each(shape.of, (inner) => valuesOf(inner, texts)))
  }
}

/** Any text that a schema of texts takes. */
export const TEXTS: fc.Arbitrary<string> = fc.string({ unit: 'binary' }).map((text) => text.toWellFormed())

const FILES = fc
  .tuple(fc.uint8Array(), fc.constantFrom('a.txt', 'ü b.png', 'a"b.html'), fc.constantFrom('text/plain', 'image/png'))
  .map(([octets, name, type]) => new File([octets as Uint8Array<ArrayBuffer>], name, { type }))

const KEYS = fc.constantFrom('a', 'b', 'toString', 'ünïcode', 'with space', '0', 'length')

const leaf: fc.Arbitrary<Shape> = fc.constantFrom<Shape>(
  { kind: 'text' },
  { kind: 'number' },
  { kind: 'yes or no' },
  { kind: 'choice', of: ['x', 'y z', ''] },
)

/** Shapes of any depth. */
export const { shape: SHAPES } = fc.letrec<{ shape: Shape }>((tie) => ({
  shape: fc.oneof(
    { depthSize: 'small' },
    leaf,
    tie('shape').map((of) => ({ kind: 'list', of }) as const),
    fc.dictionary(KEYS, tie('shape'), { maxKeys: 4 }).map((of) => ({ kind: 'map', of: { ...of } }) as const),
  ),
}))

/** Shapes of fields: maps of texts and lists of texts, and of files where those are allowed. */
export function fieldShapes(...more: readonly Shape[]): fc.Arbitrary<Shape> {
  const text = { kind: 'text' } as const
  const field = fc.constantFrom<Shape>(text, { kind: 'list', of: text }, { kind: 'choice', of: ['x', 'y z'] }, ...more)
  return fc.dictionary(KEYS, field, { maxKeys: 4 }).map((of) => ({ kind: 'map', of: { ...of } }))
}

function each<T, U>(map: Readonly<Record<string, T>>, use: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, use(value)]))
}
