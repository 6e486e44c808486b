export { ConfigurationError, UsageError } from '@app/checks'
export type {
  AnyAttributeKey,
  AttributeKeyOptions,
  ConditionalOptions,
  Conditions,
  ErrorListener,
  HttpErrorOptions,
  ListenOptions,
  NodeHandler,
  NodeHandlerOptions,
  NotProvided,
  Present,
  ProvidedBy,
  Provides,
  Reading,
  ResourceState,
  ResponseOptions,
  Server,
  ServerOptions,
  TlsOptions,
} from '@app/http'
export {
  type AttributeKey,
  type Awaitable,
  after,
  attributeKey,
  bytes,
  conditional,
  createServer,
  empty,
  HttpError,
  html,
  json,
  mapResponse,
  PLATFORM,
  prefersJson,
  provides,
  type RequestHandler,
  type RequestHandlerInterface,
  reads,
  reasonPhrase,
  redirect,
  ServerRequest,
  stream,
  text,
  toNodeHandler,
} from '@app/http'
export type {
  MetadataKey,
  MetadataOptions,
  Method,
  Params,
  PathLike,
  Route as AnyRoute,
  RouteOptions,
  RouterInterface,
  RouterTraits,
  UrlOptions,
  UrlParams,
  UrlQuery,
} from '@app/router'
export { metadataKey } from '@app/router'
export { run } from '#platform'
export { Application } from './application/application.ts'
export {
  AppFactory,
  ApplicationFactory,
  type ApplicationFactoryOptions,
  configProvider,
} from './application/application-factory.ts'
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
export type { ApplicationOptions } from './application/registered-application.ts'
export { Route } from './application/route.ts'
export { urlFor } from './application/url-for.ts'
export type { ApplicationTypes, ParamsOf, RouteHandler, ServiceOf, Services } from './container/application-types.ts'
export type { Class, Container, ServiceName, TypedContainer } from './container/container.ts'
export { type EtagsOptions, etags } from './middleware/etags.ts'
export type {
  Middleware,
  MiddlewareInterface,
  MiddlewareLike,
  OneMiddleware,
  PartLike,
} from './middleware/middleware.ts'
export { type ErrorResponder, notFoundHandler, refuse } from './middleware/refuse.ts'
export type { RunOptions } from './node/run-program.ts'
export { ErrorHandler, type ErrorHandlerOptions, httpErrors } from './pipeline/error-handler.ts'
export { Pipeline } from './pipeline/pipeline.ts'
export { Priority, PriorityQueue } from './pipeline/priority-queue.ts'
export { CheckError } from './plan/check.ts'
export type {
  ApplicationDescription,
  EntryDescription,
  MiddlewareDescription,
  RouteDescription,
} from './plan/description.ts'
export { host } from './plan/host.ts'
export { BODY_LIMIT, matchedRoute, ROUTE_RESULT, type RouteResult } from './routing/matched-route.ts'
export { ROUTER_SERVICE } from './routing/router-search.ts'
