export { plainBody } from '#create-response'
export { createServer, earlyHints, nodeResponse, serve, switchProtocols, toNodeHandler, trailers } from '#server'
export { beforeSending, onEnd, onError, onOutcome } from './life/hooks.ts'
export { type ErrorListener, reportError } from './life/report.ts'
export { within } from './life/within.ts'
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
export { type AttributeKey, type AttributeKeyOptions, attributeKey } from './request/attribute-key.ts'
export { type ConditionalOptions, type Conditions, conditional, type ResourceState } from './request/conditional.ts'
export { type ConditionalRequest, evaluateConditions, type Validators } from './request/conditions.ts'
export { type MediaType, prefersJson } from './request/media-type.ts'
export {
  type AnyAttributeKey,
  after,
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
  type Awaitable,
  mapResponse,
  type RequestHandler,
  type RequestHandlerInterface,
} from './request/request-handler.ts'
export type { OutcomeListener, RequestErrorListener, ResponseChange } from './request/request-source.ts'
export { PLATFORM, ServerRequest } from './request/server-request.ts'
export { addVary } from './response/add-vary.ts'
export { discard } from './response/discard.ts'
export { escapeHtml, HTML_SOURCE, type HtmlSource } from './response/html-source.ts'
export { answeringWith, HttpError, type HttpErrorOptions, reasonPhrase } from './response/http-error.ts'
export { withOpenHeaders } from './response/open-headers.ts'
export { bytes, empty, html, json, redirect, stream, text } from './response/response-helpers.ts'
export type { ResponseOptions } from './response/response-options.ts'
export { toFetchHandler } from './web/answer-fetch.ts'
