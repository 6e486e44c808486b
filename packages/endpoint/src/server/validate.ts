import { validateFields } from '@app/core/body'
import type { StandardSchemaV1 } from '@standard-schema/spec'

/** The result of a schema for a value. */
export type Outcome = StandardSchemaV1.Result<unknown>

/** Validates a value by a schema. */
export type Validate = (value: unknown) => Outcome | Promise<Outcome>

/**
 * Makes the function that validates values by a schema. The function gives its result without a promise if the schema
 * does.
 */
export function validateBy(schema: StandardSchemaV1): Validate {
  const standard = schema['~standard']
  return (value) => standard.validate(value)
}

/** Makes the function that validates the fields of a query or of a form by a schema. */
export function validateFieldsBy(schema: StandardSchemaV1): Validate {
  const validate = validateBy(schema)
  return (fields) => (isMap(fields) ? validateFields(validate, fields) : validate(fields))
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
