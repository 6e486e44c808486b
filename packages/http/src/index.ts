export { createServer, earlyHints, nodeResponse, serve, switchProtocols, toNodeHandler, trailers } from '#server'
export { beforeAnswer, beforeSending, onEnd } from './life/hooks.ts'
export type { ErrorListener } from './life/report.ts'
export type {
  EarlyHints,
  ListenOptions,
  NodeHandler,
  NodeHandlerOptions,
  ServeOptions,
  Server,
  ServerOptions,
  TlsOptions,
  UpgradedConnection,
} from './node/server.ts'
export {
  type AttributeKey,
  type AttributeKeyOptions,
  attributeKey,
  MissingAttributeError,
} from './request/attribute-key.ts'
export {
  type AnyAttributeKey,
  behind,
  type NotProvided,
  type Present,
  type ProvidedBy,
  type Provides,
  provides,
  type Reading,
  reads,
} from './request/presence.ts'
export type { EndListener, RequestEnd } from './request/request-end.ts'
export {
  type Answer,
  mapAnswer,
  type RequestHandler,
  type RequestHandlerInterface,
} from './request/request-handler.ts'
export { PLATFORM, ServerRequest } from './request/server-request.ts'
export { HttpError, type HttpErrorOptions, reasonPhrase } from './response/http-error.ts'
export { empty, html, json, octets, redirect, stream, text } from './response/response-helpers.ts'
export { type ResponseOptions, ResponseUsedError } from './response/response-options.ts'
export { toFetchHandler } from './web/fetch-entry.ts'
