import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { Lazy, Shape } from './shape.ts'

/**
 * The properties of a valibot schema that this file reads; `type` says which of the optional properties the schema has.
 */
interface ValibotSchema {
  readonly type: string
  readonly entries?: Readonly<Record<string, ValibotSchema>>
  readonly value?: ValibotSchema
  readonly item?: ValibotSchema
  readonly items?: readonly ValibotSchema[]
  readonly rest?: ValibotSchema
  readonly options?: readonly unknown[]
  readonly wrapped?: ValibotSchema
  readonly literal?: unknown
  readonly getter?: (value: unknown) => ValibotSchema
}

/**
 * Checks whether a schema is of valibot. The schemas of valibot make no JSON Schema, but their parts can be read as
 * properties.
 */
export function isValibot(schema: StandardSchemaV1): boolean {
  return schema['~standard'].vendor === 'valibot'
}

/**
 * Returns the shape of the input of a valibot schema. A pipe has the shape of its first schema, which gets the input.
 */
export function valibotShape(root: StandardSchemaV1): Shape {
  const known = new Map<ValibotSchema, Shape>()
  return shapeOf(root as unknown as ValibotSchema)

  function shapeOf(schema: ValibotSchema): Shape {
    const found = known.get(schema)
    if (found !== undefined) return found
    const shape = read(schema)
    known.set(schema, shape)
    return shape
  }

  function read(schema: ValibotSchema): Shape {
    const { type, entries, value, item, items, rest, options, wrapped, getter } = schema
    if (entries) {
      const named = Object.entries(entries)
      const marks = named.flatMap(([key, part]) => {
        const constants = constantsOf(part)
        return constants ? [[key, constants] as const] : []
      })
      const keys = new Map(named.map(([key, part]) => [key, lazy(part)]))
      return { kind: 'map', keys, rest: restOf(type, rest), marks: new Map(marks) }
    }
    if (type === 'record' && value) return { kind: 'map', keys: new Map(), rest: lazy(value), marks: new Map() }
    if (item) return { kind: 'list', first: [], rest: lazy(item) }
    if (items) return { kind: 'list', first: items.map(lazy), rest: restOf(type, rest) ?? ANY }
    if (type === 'union' || type === 'variant') return { kind: 'one', of: (options as ValibotSchema[]).map(lazy) }
    if (type === 'intersect') return { kind: 'all', of: (options as ValibotSchema[]).map(lazy) }
    if (wrapped) return shapeOf(wrapped)
    if (getter) return { kind: 'all', of: [() => shapeOf(getter(undefined))] }
    return LEAVES.has(type) ? 'leaf' : 'any'
  }

  function restOf(type: string, rest: ValibotSchema | undefined): Lazy | undefined {
    return rest ? lazy(rest) : type.startsWith('loose_') ? ANY : undefined
  }

  function lazy(schema: ValibotSchema): Lazy {
    return () => shapeOf(schema)
  }
}

function constantsOf({ type, literal, options }: ValibotSchema): readonly unknown[] | undefined {
  return type === 'literal' ? [literal] : type === 'picklist' ? options : undefined
}

const ANY: Lazy = () => 'any'
const LEAVES = new Set([
  'string',
  'number',
  'boolean',
  'null',
  'undefined',
  'literal',
  'picklist',
  'enum',
  'bigint',
  'date',
])
