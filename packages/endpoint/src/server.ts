export type { MetadataKey, RequestHandler, Route, RouteEntry } from '@app/core'
export type { EndpointDescription } from './endpoint.ts'
export type {
  EndpointContext,
  EndpointHandler,
  PlainReply,
  Respond,
} from './server/endpoint-handler.ts'
export { ENDPOINT } from './server/endpoint-metadata.ts'
export type { EndpointOptions } from './server/handler-for.ts'
export { handlerFor } from './server/handler-for.ts'
export type { EntryOptions, ImplementOptions, ReadingOptions } from './server/implement.ts'
export { entryFor, implement } from './server/implement.ts'
export type { HandlersOf } from './server/implement-all.ts'
export { implementAll } from './server/implement-all.ts'
export type { InputIssue } from './server/input-error.ts'
export { InputError } from './server/input-error.ts'
export type { Reply, ReplyInit } from './server/reply.ts'
export { ReplyError } from './server/reply-error.ts'
