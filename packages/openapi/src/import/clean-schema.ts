import { isMap, type JsonSchema } from '../json-schema.ts'

/**
 * Returns the parts of a schema that zod can express. Published documents also contain parts that zod cannot express,
 * and mistakes.
 *
 * `oneOf` becomes `anyOf`. The function leaves out, among others, `not` and `if` (which only forbid values); patterns
 * that are not regular expressions; defaults that are objects or of another type than the schema; and formats that zod
 * does not know.
 */
export function cleanSchema(schema: unknown): JsonSchema {
  if (!isMap(schema)) return {}
  if (typeof schema.$ref === 'string') return { $ref: schema.$ref }
  const kept = Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
    const clean = Object.hasOwn(KEYWORDS, key) ? KEYWORDS[key]?.(value, schema) : undefined
    return clean === undefined ? [] : [[key, clean]]
  })
  const { oneOf, ...clean } = Object.fromEntries(kept)
  const any = clean.anyOf ?? oneOf
  const type = clean.type ?? (clean.properties || clean.additionalProperties ? 'object' : undefined)
  return { ...clean, ...(any !== undefined && { anyOf: any }), ...(type !== undefined && { type }) }
}

type Clean = (value: unknown, schema: JsonSchema) => unknown

const same: Clean = (value) => value
const schemas: Clean = (value) => {
  // A part of `anyOf`, `oneOf` or `allOf` that has nothing but `required` and `not` is left out, since no type can be
  // made from it.
  const all = Array.isArray(value) ? value.filter((part) => isMap(part) && !isOnlyRequired(part)) : []
  return all.length === 0 ? undefined : all.map(cleanSchema)
}
const number: Clean = (value) => (typeof value === 'number' ? value : undefined)
const limit: Clean = (value) => (typeof value === 'number' || value === true ? value : undefined)

const KEYWORDS: Readonly<Record<string, Clean>> = {
  type: (value) => {
    const types = (Array.isArray(value) ? value : [value]).filter((type) => TYPES.has(type))
    return types.length > 1 ? types : types[0]
  },
  properties: (value) =>
    isMap(value) ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, cleanSchema(part)])) : undefined,
  additionalProperties: (value) => (isMap(value) ? cleanSchema(value) : value === false ? undefined : value),
  required: (value) => (Array.isArray(value) ? value : undefined),
  items: (value) => cleanSchema(value),
  anyOf: schemas,
  oneOf: schemas,
  allOf: schemas,
  enum: (value) => (Array.isArray(value) && value.length > 0 ? value : undefined),
  const: same,
  nullable: same,
  description: (value) => (typeof value === 'string' ? value : undefined),
  format: (value) => (FORMATS.has(value) ? value : undefined),
  pattern: (value) => (typeof value === 'string' && isPattern(value) ? value : undefined),
  default: (value, { type, enum: values }) => {
    const isOfType = type === typeof value || (type === 'integer' && Number.isInteger(value))
    return isOfType && typeof value !== 'object' && (!Array.isArray(values) || values.includes(value))
      ? value
      : undefined
  },
  ...Object.fromEntries(['minLength', 'maxLength', 'minItems', 'maxItems', 'multipleOf'].map((key) => [key, number])),
  ...Object.fromEntries(['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'].map((key) => [key, limit])),
}

const TYPES = new Set<unknown>(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'])
const FORMATS = new Set<unknown>(['date-time', 'date', 'uuid', 'email', 'int32', 'int64'])

function isOnlyRequired(part: JsonSchema): boolean {
  return Object.keys(part).every((key) => key === 'required' || key === 'not')
}

function isPattern(text: string): boolean {
  try {
    new RegExp(text)
    return true
  } catch {
    return false
  }
}
