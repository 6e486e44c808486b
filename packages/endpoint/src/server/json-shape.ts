import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { Lazy, Shape } from './shape.ts'

type JsonSchema = { readonly [keyword: string]: unknown }

/** A schema that can make its JSON Schema: https://standardschema.dev/json-schema. */
interface WithJsonSchema {
  readonly '~standard': { readonly jsonSchema?: { input(options: object): object } }
}

/** Options for zod, which would otherwise refuse a whole schema for one field of a type that JSON does not have. */
const OPTIONS = { target: 'draft-2020-12', libraryOptions: { unrepresentable: 'any' } }

/**
 * Reads the shape of a schema from its JSON Schema. The shape is `any` if the schema has no JSON Schema, or if its JSON
 * Schema has none of the keywords that this function reads.
 */
export function jsonShape(schema: StandardSchemaV1): Shape {
  const root = jsonSchemaOf(schema)
  const known = new Map<unknown, Shape>()
  return shapeOf(root)

  function shapeOf(node: unknown): Shape {
    const found = known.get(node)
    if (found !== undefined) return found
    const shape = isMap(node) ? read(node) : 'any'
    known.set(node, shape)
    return shape
  }

  function read(node: JsonSchema): Shape {
    const parts: Lazy[] = []
    if (typeof node.$ref === 'string') {
      const target = node.$ref
      parts.push(() => shapeOf(resolve(root, target)))
    }
    for (const all of listOf(node.allOf)) parts.push(() => shapeOf(all))
    for (const choice of [listOf(node.anyOf), listOf(node.oneOf)]) {
      if (choice.length === 0) continue
      const shape: Shape = { kind: 'one', of: choice.map((one) => () => shapeOf(one)) }
      parts.push(() => shape)
    }
    const own = ownShape(node)
    if (parts.length === 0) return own
    if (own !== 'any') parts.push(() => own)
    return { kind: 'all', of: parts }
  }

  function ownShape(node: JsonSchema): Shape {
    const { type, properties, additionalProperties, patternProperties, prefixItems, items, required } = node
    if (type === 'object' || properties !== undefined) {
      const isOpen = properties === undefined || patternProperties !== undefined
      const rest = additionalProperties === undefined ? isOpen : additionalProperties
      const named = isMap(properties) ? Object.entries(properties) : []
      const must = new Set(Array.isArray(required) ? required : [])
      return {
        kind: 'map',
        keys: new Map(named.map(([key, part]) => [key, () => shapeOf(part)])),
        rest: rest === false ? undefined : () => shapeOf(rest),
        marks: new Map(named.flatMap(([key, part]) => (must.has(key) ? markOf(key, part) : []))),
      }
    }
    if (type === 'array') {
      return { kind: 'list', first: listOf(prefixItems).map((part) => () => shapeOf(part)), rest: () => shapeOf(items) }
    }
    return type !== undefined || 'const' in node || 'enum' in node ? 'leaf' : 'any'
  }
}

function jsonSchemaOf(schema: StandardSchemaV1): unknown {
  try {
    return (schema as WithJsonSchema)['~standard'].jsonSchema?.input(OPTIONS)
  } catch {
    return undefined
  }
}

/** Finds the target of a reference such as `#/$defs/Note`. */
function resolve(root: unknown, reference: string): unknown {
  const keys = reference.split('/').slice(1)
  const names = keys.map((key) => decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~'))
  return names.reduce<unknown>((node, name) => (isMap(node) ? node[name] : undefined), root)
}

function markOf(key: string, part: unknown): readonly (readonly [string, readonly unknown[]])[] {
  if (!isMap(part)) return []
  const constants = 'const' in part ? [part.const] : listOf(part.enum)
  return constants.length === 0 ? [] : [[key, constants]]
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function isMap(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
