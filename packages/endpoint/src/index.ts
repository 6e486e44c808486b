export type { StandardSchemaV1 } from '@standard-schema/spec'
export type { BodyLimits } from './body-limits.ts'
export type { Body, Content, ContentKind, ContentOptions, ProblemContent, TypedEvent } from './content.ts'
export {
  bytesContent,
  eventContent,
  formContent,
  jsonContent,
  multipartContent,
  problemContent,
  streamContent,
  textContent,
} from './content.ts'
export { contentOf } from './content-of.ts'
export type { Contract } from './contract.ts'
export { contract, isEndpoint } from './contract.ts'
export type { Endpoint, EndpointDescription, EndpointMethod } from './endpoint.ts'
export { endpoint } from './endpoint.ts'
export type {
  BodyOf,
  DataOf,
  HeadersOf,
  InputOf,
  OutputOf,
  Part,
  ReplyOf,
  RequestOf,
  StatusOf,
  SuccessOf,
} from './part-types.ts'
export type { DetailedResponse, ResponseBody, ResponseContent, ResponseDescription } from './response-description.ts'
export { isDetailed } from './response-description.ts'
export type { Field, Json, Wire } from './wire-types.ts'
