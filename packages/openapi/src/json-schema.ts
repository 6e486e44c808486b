import type { StandardSchemaV1 } from '@standard-schema/spec'

/** A JSON Schema of the dialect 2020-12, as it stands in a document. */
export type JsonSchema = { readonly [keyword: string]: unknown }

/**
 * Makes the JSON Schema of a schema's input, if its library does not do so by itself; `undefined` if that is
 * impossible.
 */
export type ToJsonSchema = (schema: StandardSchemaV1) => object | undefined

/** A schema with the interface that zod and arktype implement: https://standardschema.dev/json-schema. */
interface WithJsonSchema {
  readonly '~standard': {
    readonly jsonSchema?: { input(options: JsonSchemaOptions): object }
  }
}

interface JsonSchemaOptions {
  readonly target: string
  readonly libraryOptions: Readonly<Record<string, unknown>>
}

/**
 * Options for zod, which would otherwise refuse a whole schema for one field of a type that JSON does not have. With
 * arktype, no options are needed: it shows such a field as `{}`.
 */
const OPTIONS: JsonSchemaOptions = { target: 'draft-2020-12', libraryOptions: { unrepresentable: 'any' } }

/**
 * Returns the JSON Schema of a schema's input, which describes the sent data both in requests and in responses. The
 * JSON Schema has its definitions under `$defs`, and no `$schema`. A part that JSON Schema cannot express, such as a
 * date, allows any value.
 *
 * The Standard JSON Schema interface of the schema makes it. If the schema lacks this interface, or the interface
 * throws, `convert` makes it. Returns `undefined` if neither does.
 */
export function jsonSchemaOf(schema: StandardSchemaV1, convert: ToJsonSchema | undefined): JsonSchema | undefined {
  const { jsonSchema } = (schema as WithJsonSchema)['~standard']
  const found = attempt(() => jsonSchema?.input(OPTIONS)) ?? convert?.(schema)
  if (found === undefined) return undefined
  const { $schema: _dialect, ...rest } = found as JsonSchema
  return rest
}

function attempt<T>(make: () => T): T | undefined {
  try {
    return make()
  } catch {
    return undefined
  }
}

/** Returns the properties of the schema of a map, by name, including the properties of the schemas that it combines. */
export function propertiesOf(
  schema: JsonSchema,
  resolve: (reference: string) => JsonSchema | undefined,
): ReadonlyMap<string, { readonly schema: JsonSchema; readonly required: boolean }> {
  const found = new Map<string, { readonly schema: JsonSchema; readonly required: boolean }>()
  const collect = (part: JsonSchema, isCertain: boolean, depth: number) => {
    if (depth > DEEPEST) return
    const { $ref, properties, required, allOf, anyOf, oneOf } = part
    const target = typeof $ref === 'string' ? resolve($ref) : undefined
    if (target) collect(target, isCertain, depth + 1)
    const names = new Set(Array.isArray(required) ? required : [])
    for (const [name, property] of Object.entries(isMap(properties) ? properties : {})) {
      if (isMap(property)) found.set(name, { schema: property, required: isCertain && names.has(name) })
    }
    for (const other of listOf(allOf)) collect(other, isCertain, depth + 1)
    for (const other of [...listOf(anyOf), ...listOf(oneOf)]) collect(other, false, depth + 1)
  }
  collect(schema, true, 0)
  return found
}

const DEEPEST = 20

function listOf(value: unknown): readonly JsonSchema[] {
  return Array.isArray(value) ? value.filter(isMap) : []
}

/** Checks whether a value is a map of JSON. */
export function isMap(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
