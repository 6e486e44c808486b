export type { Contract } from '@app/endpoint'
export type {
  CallResult,
  DescribedHeaders,
  DescribedResponse,
  DescribedResult,
  Problem,
  ProblemIssue,
  UndescribedResult,
  UndescribedStatus,
} from './call-result.ts'
export type { ClientErrorReason } from './client-error.ts'
export { ClientError } from './client-error.ts'
export type { CallOptions, ClientHeaders, ClientOptions } from './client-options.ts'
export type { Call, Client } from './create-client.ts'
export { createClient } from './create-client.ts'
export type { AnyResult } from './read-answer.ts'
export type { PlainContent, PlainEndpoint, PlainEndpoints } from './without-schemas.ts'
export { withoutSchemas } from './without-schemas.ts'
