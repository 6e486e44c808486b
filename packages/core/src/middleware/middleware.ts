import type {
  AnyAttributeKey,
  Awaitable,
  Reading,
  RequestHandler,
  RequestHandlerInterface,
  ServerRequest,
} from '@app/http'
import type { Params } from '@app/router'
import type { AnyServiceName, ServiceConstant } from '../container/application-types.ts'
import type { ErrorMiddleware } from './error-middleware.ts'

/** A handler that may also call the next handler. */
export type Middleware<P = Params> = (request: ServerRequest<P>, handler: RequestHandler) => Awaitable<Response>

/** Middleware as an object. Its method is declared as a property, so that the compiler checks params strictly. */
export interface MiddlewareInterface<P = Params> {
  readonly process: (request: ServerRequest<P>, handler: RequestHandler) => Awaitable<Response>
}

type MiddlewareObject<P> = MiddlewareInterface<P> | RequestHandlerInterface<P>

/** A class that is constructed with the services that its `static inject` names. */
type InjectedClass<P> = (new (...args: never[]) => MiddlewareObject<P>) & { readonly inject: readonly string[] }

/** A class that is constructed without arguments, or from its `static inject`. */
type MiddlewareClass<P> = (new () => MiddlewareObject<P>) | InjectedClass<P>

/** What makes middleware of the services that its `inject` names. */
export type InjectedMiddleware<P> = InjectedClass<P> | MiddlewareFactory

/**
 * A function that returns middleware, and whose `inject` names the services that it takes. This type has no call
 * signature, so that the parameters of a plain handler still get their types.
 */
export interface MiddlewareFactory {
  readonly inject: readonly string[]
  readonly call: CallableFunction['call']
  /** Excludes a class, which has a prototype. */
  readonly prototype?: undefined
}

/**
 * All forms in which middleware is registered (contract 2.1, 2.4): a function, an object with `process` or `handle`, a
 * class of such objects, a function whose `inject` names services and that returns middleware, the name of a service or
 * of a step (routing, dispatch), error middleware, or an array of these, which becomes one nested pipeline.
 */
export type MiddlewareLike<P = Params> = OneMiddleware<P> | readonly MiddlewareLike<P>[]

/** Middleware in any form except a list. */
export type OneMiddleware<P> =
  | Middleware<P>
  | MiddlewareObject<P>
  | MiddlewareClass<P>
  | MiddlewareFactory
  | ErrorMiddleware
  | AnyServiceName
  | ServiceConstant
  | StepName

/** An item of a list of middleware. Its type may declare which attributes the item provides and reads. */
export type PartLike<P> = OneMiddleware<P> | Reading<AnyAttributeKey, Middleware<P>> | readonly PartLike<P>[]

/**
 * A handler whose type has the params of its route, such as a `RouteHandler`. Where a configuration names it, the
 * compiler does not know the path. Declared as a method, so that any params fit.
 */
export type HandlerOfRoute = {
  handle(request: ServerRequest, handler: RequestHandler): Awaitable<Response>
}['handle']

/** The name of a step, which may be registered like middleware. */
export type StepName = '@app/core/routing' | '@app/core/dispatch'
