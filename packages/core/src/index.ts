export type { Method, Params, ParamsOf, RouteOptions, RouterInterface, UrlOptions } from '@app/router'
export { PathSyntaxError, RouteError, UrlGenerationError } from '@app/router'
export type { NodeHandler, RunOptions, Server, ServerOptions } from '#platform'
export { createServer, toNodeHandler } from '#platform'
export { AppFactory } from './application/app-factory.ts'
export { Application } from './application/application.ts'
export {
  AmbiguousRouterError,
  CheckError,
  ContainerNotRegisteredError,
  MissingDependencyError,
  MissingRouterError,
  UnknownRouteError,
} from './application/application-errors.ts'
export type { ApplicationFactoryOptions } from './application/application-factory.ts'
export { ApplicationFactory, configProvider } from './application/application-factory.ts'
export type { ApplicationOptions } from './application/application-options.ts'
export type {
  AbstractFactory,
  Config,
  ConfigProvider,
  Delegator,
  Dependencies,
  Factory,
  PipelineEntry,
  RouteEntry,
} from './application/config.ts'
export { ApplicationConfigError } from './application/config-error.ts'
export type { Class, Container, ServiceName, TypedContainer } from './application/container.ts'
export { ROUTER_SERVICE } from './application/router-service.ts'
export type { BodyParserOptions } from './body/body-parser.ts'
export { bodyParser } from './body/body-parser.ts'
export type { BodyStrategy } from './body/body-strategy.ts'
export { formBody } from './body/form-body.ts'
export type { FormFields } from './body/form-fields.ts'
export { jsonBody } from './body/json-body.ts'
export type { MediaType } from './body/media-type.ts'
export { multipartBody } from './body/multipart-body.ts'
export { PARSED_BODY } from './body/parsed-body.ts'
export { textBody } from './body/text-body.ts'
export type { AttributeKey } from './messages/attribute-key.ts'
export { attributeKey, MissingAttributeError } from './messages/attribute-key.ts'
export { prefersJson } from './messages/prefers-json.ts'
export { empty, html, json, redirect, text } from './messages/response-helpers.ts'
export { ResponseUsedError } from './messages/response-used-error.ts'
export { PLATFORM, ServerRequest } from './messages/server-request.ts'
export type { OlderNext } from './middleware/double-pass.ts'
export { doublePass, doublePassError } from './middleware/double-pass.ts'
export { ErrorMiddleware } from './middleware/error-middleware.ts'
export { GuardInvariantError } from './middleware/guard-invariant.ts'
export { HostNameError, host } from './middleware/host.ts'
export { InvalidMiddlewareError, InvalidResponseError } from './middleware/invalid-middleware-error.ts'
export type {
  Answer,
  Middleware,
  MiddlewareInterface,
  MiddlewareLike,
  RequestHandler,
  RequestHandlerInterface,
} from './middleware/middleware.ts'
export { PathPrefixError } from './middleware/path-prefix.ts'
export type { ResponseDraft } from './middleware/response-draft.ts'
export { StepError } from './middleware/step.ts'
export type { AccessEntry } from './observability/access-entry.ts'
export type { AccessLogger, AccessLogOptions } from './observability/access-log.ts'
export { accessLog } from './observability/access-log.ts'
export type { RequestIdOptions } from './observability/request-id.ts'
export { REQUEST_ID, requestId } from './observability/request-id.ts'
export type { MiddlewareMessage, RequestMessage, RouteMessage, TraceMessage } from './observability/trace-message.ts'
export type { ErrorListener } from './pipeline/boundary.ts'
export type { ErrorHandlerOptions, ErrorResponder } from './pipeline/error-handler.ts'
export { ErrorHandler } from './pipeline/error-handler.ts'
export { HttpError } from './pipeline/http-error.ts'
export type {
  ApplicationDescription,
  EntryDescription,
  MiddlewareDescription,
  PipelineDescription,
  RouteDescription,
} from './pipeline/middleware-description.ts'
export { notFoundHandler } from './pipeline/not-found.ts'
export { Pipeline } from './pipeline/pipeline.ts'
export { Priority, PriorityError, PriorityQueue } from './pipeline/priority-queue.ts'
export { dispatchMiddleware } from './routing/dispatch-middleware.ts'
export { implicitHeadMiddleware } from './routing/implicit-head-middleware.ts'
export { implicitOptionsMiddleware } from './routing/implicit-options-middleware.ts'
export { methodNotAllowedMiddleware } from './routing/method-not-allowed-middleware.ts'
export { Route } from './routing/route.ts'
export { DuplicateRouteError } from './routing/route-collection.ts'
export { routeMiddleware } from './routing/route-middleware.ts'
export type { RouteResult } from './routing/route-result.ts'
export { matchedRoute, ROUTE_RESULT } from './routing/route-result.ts'
