import { type AttributeKey, attributeKey } from '@app/core'
import type { FieldsOutcome } from './validate-fields.ts'

/** A schema of a Standard Schema library, such as zod, valibot or arktype: https://standardschema.dev. */
export interface AnySchema {
  readonly '~standard': {
    readonly vendor: string
    readonly validate: (value: unknown) => FieldsOutcome | Promise<FieldsOutcome>
  }
}

/** Validates a value by a schema, and returns what `schema['~standard'].validate(value)` returns. */
export type SchemaValidator = <S extends AnySchema>(schema: S, value: unknown) => ReturnType<S['~standard']['validate']>

/**
 * The function that validates what a request has sent: `@app/endpoint` calls it for each part of a request, and
 * `readForm` of `@app/view` for a form. Default: the schema validates by itself.
 *
 * For middleware that changes the messages of issues, such as `i18n()` of `@app/i18n`, which writes them in the language
 * of the request. The function may change messages, not which values are accepted.
 *
 * @example
 * app.pipe((request, handler) => handler(request.withAttribute(SCHEMA_VALIDATOR, validateInGerman)))
 */
export const SCHEMA_VALIDATOR: AttributeKey<SchemaValidator, 'schema-validator'> = attributeKey('schema-validator', {
  shared: '@app/body-parser/schema-validator',
  default: ((schema, value) => schema['~standard'].validate(value)) as SchemaValidator,
})
