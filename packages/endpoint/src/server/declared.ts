import type { StandardSchemaV1 } from '@standard-schema/spec'
import { singleShape } from './choice.ts'
import { shapeOf } from './schema-shape.ts'
import type { ListShape, MapShape, Shape } from './shape.ts'

/**
 * Returns a value with only those keys that its schema names, since no other key may be sent. If the value has no other
 * keys, returns the value itself.
 *
 * The keys of a value are the keys that `JSON.stringify` would write: the own enumerable keys of the value, or, if it
 * has `toJSON`, of the result of `toJSON`. If the schema says nothing about the value, all keys are kept. If the schema
 * is a choice between shapes, a shape fits if its constants, such as `type: 'note'`, occur in the value. The value then
 * keeps the keys of all shapes that fit, or of all shapes if none fits.
 */
export function declared(schema: StandardSchemaV1, value: unknown): unknown {
  return isInner(value) ? cutOf(shapeOf(schema))(value, '') : value
}

/** Returns an object or a list, or its result of `toJSON`, without the keys that the schema does not name. */
type Cut = (value: object, key: string) => unknown

const keepAll: Cut = (value) => value

/** Returns the function that removes the keys which a shape does not name. The function is made once for each shape. */
function cutOf(shape: Shape): Cut {
  if (shape === 'any' || shape === 'leaf') return keepAll
  const known = cuts.get(shape)
  if (known !== undefined) return known
  const cut = outermost(shape)
  cuts.set(shape, cut)
  return cut
}

const cuts = new WeakMap<object, Cut>()

function outermost(shape: Exclude<Shape, string>): Cut {
  const cut: Cut =
    shape.kind === 'map'
      ? mapCut(shape)
      : shape.kind === 'list'
        ? listCut(shape)
        : (value, key) => cutOf(singleShape(shape, value))(value, key)
  return (given, key) => {
    const { toJSON } = given as { readonly toJSON?: unknown }
    const value: unknown = typeof toJSON === 'function' ? toJSON.call(given, key) : given
    return isInner(value) ? cut(value, key) : value
  }
}

function mapCut({ keys, rest }: MapShape): Cut {
  // The functions for inner values are made at first use, since schemas may contain themselves.
  let inside: Map<string, Cut> | undefined
  let others: Cut | undefined
  return (value) => {
    if (Array.isArray(value)) return value
    inside ??= new Map([...keys].map(([key, part]) => [key, cutOf(part())]))
    others ??= rest && cutOf(rest())
    const fields = value as Readonly<Record<string, unknown>>
    let kept: Record<string, unknown> | undefined
    for (const name of Object.keys(fields)) {
      const cut = name === '__proto__' ? undefined : (inside.get(name) ?? others)
      const field = fields[name]
      const left = cut === undefined || cut === keepAll || !isInner(field) ? field : cut(field, name)
      if (kept === undefined && (cut === undefined || left !== field)) kept = before(fields, name)
      if (kept !== undefined && cut !== undefined) kept[name] = left
    }
    return kept ?? fields
  }
}

/** Copies the fields that stand before the field `end`. */
function before(fields: Readonly<Record<string, unknown>>, end: string): Record<string, unknown> {
  const copy: Record<string, unknown> = {}
  for (const name of Object.keys(fields)) {
    if (name === end) break
    copy[name] = fields[name]
  }
  return copy
}

function listCut({ first, rest }: ListShape): Cut {
  let inside: readonly Cut[] | undefined
  let others: Cut | undefined
  return (value) => {
    if (!Array.isArray(value)) return value
    inside ??= first.map((part) => cutOf(part()))
    others ??= cutOf(rest())
    if (inside.length === 0 && others === keepAll) return value
    const list: readonly unknown[] = value
    let kept: unknown[] | undefined
    for (let index = 0; index < list.length; index++) {
      const cut = inside[index] ?? others
      const item = list[index]
      const left = isInner(item) ? cut(item, String(index)) : item
      if (left !== item) kept ??= list.slice(0, index)
      kept?.push(left)
    }
    return kept ?? list
  }
}

function isInner(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
