export type { MediaType } from '@app/http'
export {
  type BodyParserOptions,
  bodyParser,
  bodyStream,
  bodyType,
  PARSED_BODY,
  type ReadBodyOptions,
  readBody,
} from './body/body-parser.ts'
export {
  type BodyStrategy,
  collectFields,
  type FormFields,
  formBody,
  jsonBody,
  multipartBody,
  textBody,
} from './body/body-strategies.ts'
export type { FieldsIssue, FieldsOutcome } from './body/validate-fields.ts'
export { validateFields } from './body/validate-fields.ts'
export type { AttributeKey, MetadataKey, Middleware, Provides } from './index.ts'
export { BODY_LIMIT } from './routing/matched-route.ts'
