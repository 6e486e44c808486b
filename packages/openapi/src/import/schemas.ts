import type { jsonSchemaToZod } from 'json-schema-to-zod'
import { isMap, type JsonSchema } from '../json-schema.ts'
import { cleanSchema } from './clean-schema.ts'
import type { Names } from './names.ts'
import type { ReadDocument } from './read-document.ts'

/** Writes schemas of zod, and collects the named ones: each target of a reference becomes a constant of the module. */
export class Schemas {
  /** The code of the constants; each constant comes after the constants that it uses. */
  readonly constants: string[] = []
  readonly #read: ReadDocument
  readonly #names: Names
  readonly #convert: typeof jsonSchemaToZod
  readonly #known: Map<string, Named> = new Map()
  /** The largest `depth` of the constants that the code being written has used so far. */
  #depth = 0

  constructor(read: ReadDocument, names: Names, convert: typeof jsonSchemaToZod) {
    this.#read = read
    this.#names = names
    this.#convert = convert
  }

  /**
   * Returns the schema to which a reference, or a chain of references, leads, or the given schema if it is not a
   * reference.
   */
  resolved(schema: unknown): JsonSchema {
    const { $ref } = Object(schema) as JsonSchema
    return typeof $ref === 'string' ? this.resolved(this.#read.get($ref)) : isMap(schema) ? schema : {}
  }

  /** Writes the code of a schema for a value that is sent as JSON. */
  code(schema: unknown): string {
    return this.#convert(cleanSchema(schema) as never, {
      zodVersion: 4,
      module: 'none',
      parserOverride: (part) => {
        if (typeof part.$ref === 'string') return this.#named(part.$ref)
        // For a schema that says nothing about its type, the library would write `z.any()`, and the compiler would
        // check nothing.
        return Object.keys(part).every((key) => key === 'description') ? 'z.unknown()' : undefined
      },
    }).trim()
  }

  /**
   * Writes the code of a schema for a field of a query, a header, a cookie, a form or a param. All of these are sent as
   * strings.
   */
  fieldCode(schema: unknown, hasFiles: boolean): string {
    const { type, items, format, default: usual, description, minimum, maximum } = this.resolved(schema)
    const kind = Array.isArray(type) ? type.find((one) => one !== 'null') : type
    const end =
      (typeof description === 'string' ? `.describe(${JSON.stringify(description)})` : '') +
      (cleanSchema({ type: kind, default: usual }).default === undefined ? '' : `.default(${JSON.stringify(usual)})`)
    const limits = `${typeof minimum === 'number' ? `.min(${minimum})` : ''}${typeof maximum === 'number' ? `.max(${maximum})` : ''}`
    if (kind === 'integer') return `z.coerce.number().int()${limits}${end}`
    if (kind === 'number') return `z.coerce.number()${limits}${end}`
    if (kind === 'boolean') return `z.stringbool()${end}`
    if (kind === 'array') return `z.array(${this.fieldCode(items, hasFiles)})${end}`
    if (kind === 'string' && format === 'binary' && hasFiles) return `z.file()${end}`
    // A map in a field is left as a string, since there are many ways to write a map as a string.
    return kind === 'string' ? this.code(schema) : 'z.string()'
  }

  #named(reference: string): string {
    const known = this.#known.get(reference)
    const { name, depth } = known ?? this.#declare(reference)
    // A constant has no type yet inside of its own definition, and very deep types cost the compiler too much. In both
    // cases the type is `unknown`, and the schema checks the value at run time.
    if (depth >= DEEPEST) return `z.lazy((): z.ZodType => ${name})`
    this.#depth = Math.max(this.#depth, depth)
    return name
  }

  /** Writes the constant for the target of a reference. */
  #declare(reference: string): Named {
    const name = this.#names.claim(reference.split('/').at(-1) ?? '', 'upper')
    const outside = this.#depth
    this.#known.set(reference, { name, depth: DEEPEST })
    this.#depth = 0
    this.constants.push(`export const ${name} = ${this.code(this.#read.get(reference))}`)
    const named = { name, depth: this.#depth + 1 }
    this.#known.set(reference, named)
    this.#depth = outside
    return named
  }
}

/**
 * A constant, and its depth: 1 for a constant that uses no other, else 1 more than the deepest constant that it uses.
 */
interface Named {
  readonly name: string
  readonly depth: number
}

const DEEPEST = 16
