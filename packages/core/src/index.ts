export type { MetadataKey, Method, Params, ParamsOf, RouteOptions, RouterInterface, UrlOptions } from '@app/router'
export { routeMetadata } from '@app/router'
export { plainBody } from '#create-response'
export type { NodeHandler, NodeHandlerOptions, RunOptions, Server, ServerOptions } from '#platform'
export { createServer, toNodeHandler } from '#platform'
export { Application } from './application/application.ts'
export {
  AppFactory,
  ApplicationFactory,
  type ApplicationFactoryOptions,
  configProvider,
} from './application/application-factory.ts'
export type { ApplicationOptions } from './application/application-parts.ts'
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
export { urlFor } from './application/url-for.ts'
export type { ApplicationTypes, ServiceOf, Services } from './container/application-types.ts'
export type { Class, Container, ServiceName, TypedContainer } from './container/container.ts'
export { type AttributeKey, attributeKey } from './messages/attribute-key.ts'
export { HttpError } from './messages/http-error.ts'
export { type ErrorResponder, refuse } from './messages/refuse.ts'
export {
  type Answer,
  mapAnswer,
  type RequestHandler,
  type RequestHandlerInterface,
} from './messages/request-handler.ts'
export { PLATFORM } from './messages/request-view.ts'
export { empty, html, json, redirect, text } from './messages/response-helpers.ts'
export { matchedRoute, ROUTE_RESULT, type RouteResult } from './messages/route-result.ts'
export { ServerRequest } from './messages/server-request.ts'
export { host } from './middleware/host.ts'
export type { Middleware, MiddlewareInterface, MiddlewareLike } from './middleware/middleware.ts'
export type {
  ApplicationDescription,
  EntryDescription,
  MiddlewareDescription,
  PipelineDescription,
  RouteDescription,
} from './middleware/middleware-description.ts'
export type { ErrorListener } from './pipeline/boundary.ts'
export { ErrorHandler, type ErrorHandlerOptions, type ErrorTranslator } from './pipeline/error-handler.ts'
export { notFoundHandler } from './pipeline/not-found.ts'
export { Pipeline } from './pipeline/pipeline.ts'
export { Priority, PriorityQueue } from './pipeline/priority-queue.ts'
export { Route } from './routing/route.ts'
export { ROUTER_SERVICE } from './routing/router-search.ts'
