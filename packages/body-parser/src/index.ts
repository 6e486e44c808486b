export type { AttributeKey, Middleware, Provides } from '@app/core'
export type { MediaType } from '@app/http'
export {
  type BodyParserOptions,
  bodyParser,
  bodyStream,
  bodyType,
  PARSED_BODY,
  type ReadBodyOptions,
  readBody,
} from './body-parser.ts'
export {
  type BodyStrategy,
  collectFields,
  type FormFields,
  formBody,
  jsonBody,
  multipartBody,
  textBody,
} from './body-strategies.ts'
export { type AnySchema, SCHEMA_VALIDATOR, type SchemaValidator } from './schema-validator.ts'
export { type FieldsIssue, type FieldsOutcome, validateFields } from './validate-fields.ts'
