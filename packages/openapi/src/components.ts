import type { StandardSchemaV1 } from '@standard-schema/spec'
import { isMap, type JsonSchema, jsonSchemaOf, propertiesOf, type ToJsonSchema } from './json-schema.ts'

/** Schemas by their names in the document. */
export type NamedSchemas = Readonly<Record<string, StandardSchemaV1>>

/** What a schema is used for. */
export type SchemaUse = 'request' | 'answer'

/**
 * The named schemas of a document: each is defined once, and all places that use the schema refer to the definition.
 *
 * A name comes from the library (`.meta({ id: 'Note' })` of zod), which puts it under `$defs`, or from the option
 * `schemas`. If requests and responses use a schema that forbids further keys, the schema for requests gets a name of
 * its own, `NoteInput`, since schemas for responses never forbid keys.
 */
export class Components {
  readonly #schemas: Map<string, JsonSchema> = new Map()
  /** The text of each definition in the document, by the name of the definition. */
  readonly #taken: Map<string, string> = new Map()
  readonly #convert: ToJsonSchema | undefined
  /** The names in the option `schemas`, by the text of their JSON Schema. */
  readonly #listed: ReadonlyMap<string, string>

  constructor(named: NamedSchemas, convert: ToJsonSchema | undefined) {
    this.#convert = convert
    this.#listed = this.#textsOf(named)
  }

  /** All schemas with a name, sorted by name. */
  get schemas(): Readonly<Record<string, JsonSchema>> {
    return Object.fromEntries([...this.#schemas].sort(([a], [b]) => (a < b ? -1 : 1)))
  }

  /**
   * Returns a schema as the document shows it: as JSON Schema, or as a reference to a named schema. Returns `{}` if no
   * JSON Schema can be made.
   */
  schemaOf(schema: StandardSchemaV1, use: SchemaUse): JsonSchema {
    const found = jsonSchemaOf(schema, this.#convert)
    if (found === undefined) return {}
    const { $defs, ...rest } = found
    const definitions = Object.entries(isMap($defs) ? $defs : {}).filter((entry): entry is [string, JsonSchema] =>
      isMap(entry[1]),
    )
    const refersToItself = JSON.stringify(rest).includes('"$ref":"#"')
    if (refersToItself) definitions.push(['#', rest])
    const names = new Map(
      definitions.map(([name, definition]) => [name, this.#claim(nameFor(name, definition), definition, use)]),
    )
    for (const [name, definition] of definitions) {
      this.#schemas.set(names.get(name) as string, this.#inside(definition, names, use))
    }
    return refersToItself ? referenceTo(names.get('#')) : this.#shown(rest, names, use)
  }

  /** Returns the properties of an object schema by name, each with its schema as the document shows it. */
  propertiesOf(schema: StandardSchemaV1, use: SchemaUse): ReturnType<typeof propertiesOf> {
    const shown = this.schemaOf(schema, use)
    return propertiesOf(shown, (reference) => this.#schemas.get(reference.slice(PREFIX.length)))
  }

  #textsOf(named: NamedSchemas): ReadonlyMap<string, string> {
    return new Map(
      Object.entries(named).flatMap(([name, schema]) => {
        const { $defs: _definitions, ...found } = jsonSchemaOf(schema, this.#convert) ?? { $ref: '' }
        return '$ref' in found ? [] : [[textOf(found), name] as const]
      }),
    )
  }

  /** Returns a name that no other schema of the document has, and keeps it for this schema. */
  #claim(name: string, definition: JsonSchema, use: SchemaUse): string {
    const text = textOf(use === 'answer' ? opened(definition) : definition)
    for (let count = 1; ; count++) {
      const suffix = count === 1 ? '' : String(count)
      const candidates = use === 'answer' ? [name + suffix] : [name + suffix, `${name}Input${suffix}`]
      for (const candidate of candidates) {
        const taken = this.#taken.get(candidate)
        if (taken !== undefined && taken !== text) continue
        this.#taken.set(candidate, text)
        return candidate
      }
    }
  }

  /** Returns a part of a schema as the document shows it; a reference if the option `schemas` names the part. */
  #shown(part: JsonSchema, names: ReadonlyMap<string, string>, use: SchemaUse): JsonSchema {
    const listed = this.#listed.get(textOf(part))
    if (listed === undefined) return this.#inside(part, names, use)
    const name = this.#claim(listed, part, use)
    if (!this.#schemas.has(name)) this.#schemas.set(name, this.#inside(part, names, use))
    return referenceTo(name)
  }

  #inside(part: JsonSchema, names: ReadonlyMap<string, string>, use: SchemaUse): JsonSchema {
    const show = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(show)
      return isMap(value) ? this.#shown(value, names, use) : value
    }
    const copy = Object.entries(part).map(([key, value]) => {
      if (key !== '$ref' || typeof value !== 'string') return [key, show(value)] as const
      const name = names.get(value === '#' ? '#' : decodeURIComponent(value.replace(/^#\/\$defs\//, '')))
      return [key, name === undefined ? value : PREFIX + name] as const
    })
    const shown: JsonSchema = Object.fromEntries(copy)
    return use === 'answer' ? withoutClosing(shown) : shown
  }
}

const PREFIX = '#/components/schemas/'

function referenceTo(name: string | undefined): JsonSchema {
  return { $ref: `${PREFIX}${name}` }
}

/**
 * Turns a library's name of a schema into a name for the document. Libraries use `__schema0` and `#` for schemas
 * without a name.
 */
function nameFor(name: string, { title }: JsonSchema): string {
  if (name === '#') return typeof title === 'string' ? nameFor(title, {}) : 'Recursive'
  return name.replace(/^_+/, '').replace(/[^\w.-]/g, '_') || 'Schema'
}

/**
 * Removes `additionalProperties: false` from a schema for responses, since a response may get more keys without
 * breaking its readers.
 */
function withoutClosing(schema: JsonSchema): JsonSchema {
  if (schema.additionalProperties !== false) return schema
  const { additionalProperties: _closed, ...rest } = schema
  return rest
}

function opened(value: JsonSchema): JsonSchema {
  const open = (inner: unknown): unknown => {
    if (Array.isArray(inner)) return inner.map(open)
    return isMap(inner) ? opened(inner) : inner
  }
  return withoutClosing(Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, open(inner)])))
}

/** Writes a value as JSON with its keys in order, so that equal values have equal strings. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    isMap(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  )
}
