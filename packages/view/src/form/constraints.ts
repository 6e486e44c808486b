import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { FieldPath } from './field-name.ts'

/** What a schema demands of a field, as far as a browser can check it. */
export interface Constraints {
  readonly required?: boolean | undefined
  readonly minlength?: number | undefined
  readonly maxlength?: number | undefined
  readonly min?: number | undefined
  readonly max?: number | undefined
  readonly step?: 'any' | undefined
}

/**
 * Returns what a schema demands of the field at a path. It is known if the schema has the Standard JSON Schema
 * interface, as those of zod and arktype have, and nothing is returned for what JSON Schema cannot tell. Source:
 * https://standardschema.dev/json-schema
 */
export function constraintsOf(schema: StandardSchemaV1 | undefined, path: FieldPath): Constraints {
  if (schema === undefined) return {}
  if (!known.has(schema)) known.set(schema, jsonSchemaOf(schema))
  const root = known.get(schema)
  let node = root
  let isRequired = true
  for (const key of path) {
    const around = resolved(root, node)
    if (typeof key === 'number') [node, isRequired] = [around?.items, true]
    else {
      node = isMap(around?.properties) && Object.hasOwn(around.properties, key) ? around.properties[key] : undefined
      isRequired = Array.isArray(around?.required) && around.required.includes(key)
    }
  }
  const found = resolved(root, node)
  return found === undefined ? {} : leafConstraints(found, isRequired)
}

function leafConstraints(node: JsonSchema, isRequired: boolean): Constraints {
  const { type } = node
  if (type === 'number' || type === 'integer') {
    return { min: bound(node.minimum), max: bound(node.maximum), step: type === 'number' ? 'any' : undefined }
  }
  if (type !== 'string') return {}
  const refusesEmpty = isRequired && !acceptsEmpty(node)
  return {
    required: refusesEmpty || undefined,
    // A browser checks the least length only of a field that is not empty, as a schema does for a required one.
    minlength: refusesEmpty && Number(node.minLength) > 1 ? Number(node.minLength) : undefined,
    maxlength: bound(node.maxLength),
  }
}

/** True if an empty input, which browsers send as an empty string, may be right. */
function acceptsEmpty({ minLength, pattern, enum: values, const: only }: JsonSchema): boolean {
  if (typeof minLength === 'number' && minLength > 0) return false
  if (only !== undefined) return only === ''
  if (Array.isArray(values)) return values.includes('')
  if (typeof pattern !== 'string') return true
  try {
    return new RegExp(pattern, 'u').test('')
  } catch {
    return true
  }
}

/** Returns a bound that somebody has set: integers have the greatest safe integers as bounds by themselves. */
function bound(value: unknown): number | undefined {
  return typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : undefined
}

function jsonSchemaOf(schema: StandardSchemaV1): unknown {
  try {
    return (schema as WithJsonSchema)['~standard'].jsonSchema?.input(OPTIONS)
  } catch {
    return undefined
  }
}

/** Follows a reference such as `#/$defs/Note`. */
function resolved(root: unknown, node: unknown): JsonSchema | undefined {
  let at = node
  for (let hops = 0; isMap(at) && typeof at.$ref === 'string' && hops < MOST_REFERENCES; hops += 1) {
    const keys = at.$ref.split('/').slice(1)
    at = keys.reduce<unknown>((inner, key) => (isMap(inner) ? inner[key] : undefined), root)
  }
  return isMap(at) ? at : undefined
}

function isMap(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

type JsonSchema = { readonly [keyword: string]: unknown }
type WithJsonSchema = { readonly '~standard': { readonly jsonSchema?: { input(options: object): object } } }

const OPTIONS = { target: 'draft-2020-12', libraryOptions: { unrepresentable: 'any' } }
const MOST_REFERENCES = 10
const known = new WeakMap<StandardSchemaV1, unknown>()
