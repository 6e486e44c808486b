import { SCHEMA_VALIDATOR, validateFields } from '@app/body-parser'
import type { ServerRequest } from '@app/core'
import type { StandardSchemaV1 } from '@standard-schema/spec'
import { declared } from './declared.ts'

/** The result of a schema for a value. */
export type Outcome = StandardSchemaV1.Result<unknown>

/** Validates a value of a request by a schema. */
export type Validate = (value: unknown, request: ServerRequest) => Outcome | Promise<Outcome>

/**
 * Makes the function that validates values by a schema, and drops the keys that the schema does not declare. The
 * function returns its result without a promise if the schema does.
 */
export function validateBy(schema: StandardSchemaV1): Validate {
  // The validator of the request may write messages in its language; by default, the schema validates.
  const validate: Validate = (value, request) => request.attribute(SCHEMA_VALIDATOR)(schema, value)
  if (DROPPING.has(schema['~standard'].vendor)) return validate
  return (value, request) => {
    const first = validate(value, request)
    const again = (outcome: Outcome) => {
      // Keys are cut only from a value that the schema accepts with them, since a schema may also refuse them.
      const cut = outcome.issues ? value : declared(schema, value)
      return cut === value ? outcome : validate(cut, request)
    }
    return first instanceof Promise ? first.then(again) : again(first)
  }
}

/** The libraries whose schemas drop undeclared keys by themselves, or keep them if the schema says so. */
const DROPPING = new Set(['zod', 'valibot'])

/** Makes the function that validates the fields of a query or of a form by a schema. */
export function validateFieldsBy(schema: StandardSchemaV1): Validate {
  const validate = validateBy(schema)
  return (fields, request) =>
    isMap(fields) ? validateFields((each) => validate(each, request), fields) : validate(fields, request)
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
