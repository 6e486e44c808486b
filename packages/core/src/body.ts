export type { MediaType } from '@app/http/framework'
export { type BodyParserOptions, bodyParser, PARSED_BODY } from './body/body-parser.ts'
export {
  type BodyStrategy,
  collectFields,
  type FormFields,
  formBody,
  jsonBody,
  multipartBody,
  textBody,
} from './body/body-strategies.ts'
export { bodyType, type ReadBodyOptions, readBody } from './body/read-body.ts'
export { BODY_LIMIT } from './matching/matched-route.ts'
