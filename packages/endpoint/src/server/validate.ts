import { validateFields } from '@app/body-parser'
import type { StandardSchemaV1 } from '@standard-schema/spec'
import { declared } from './declared.ts'

/** The result of a schema for a value. */
export type Outcome = StandardSchemaV1.Result<unknown>

/** Validates a value by a schema. */
export type Validate = (value: unknown) => Outcome | Promise<Outcome>

/**
 * Makes the function that validates values by a schema, and drops the keys that the schema does not declare. The
 * function returns its result without a promise if the schema does.
 */
export function validateBy(schema: StandardSchemaV1): Validate {
  const standard = schema['~standard']
  const validate: Validate = (value) => standard.validate(value)
  if (DROPPING.has(standard.vendor)) return validate
  return (value) => {
    const first = validate(value)
    const again = (outcome: Outcome) => {
      // Keys are cut only from a value that the schema accepts with them, since a schema may also refuse them.
      const cut = outcome.issues ? value : declared(schema, value)
      return cut === value ? outcome : validate(cut)
    }
    return first instanceof Promise ? first.then(again) : again(first)
  }
}

/** The libraries whose schemas drop undeclared keys by themselves, or keep them if the schema says so. */
const DROPPING = new Set(['zod', 'valibot'])

/** Makes the function that validates the fields of a query or of a form by a schema. */
export function validateFieldsBy(schema: StandardSchemaV1): Validate {
  const validate = validateBy(schema)
  return (fields) => (isMap(fields) ? validateFields(validate, fields) : validate(fields))
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
