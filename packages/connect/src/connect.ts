// biome-ignore-all lint/suspicious/noTsIgnore: only programs without the types of node have something to ignore
import { type AttributeKey, attributeKey, type Middleware } from '@app/core'
import { Exchange, type NodeMiddleware } from './exchange.ts'

declare global {
  // The types of Express and of its middleware declare in these interfaces the properties that they add to requests and
  // responses.
  namespace Express {
    interface Request {}
    interface Response {}
  }
}

/** Middleware of Express or Connect, `(req, res, next) => …`, or a whole application of either. */
export type ConnectMiddleware = (req: never, res: never, next: (error?: unknown) => void) => unknown

// The comments below have one line each, since TypeScript reads `@ts-ignore` only in the last line of a comment.
/** @ts-ignore The request of `node:http`; `any` in a program without the types of node. */
type HttpRequest = import('node:http').IncomingMessage

/** @ts-ignore The response of `node:http`; `any` in a program without the types of node. */
type HttpResponse = import('node:http').ServerResponse

/**
 * The request and the response of `node:http` that Express middleware has got and changed, with properties such as
 * `req.session` and `req.user`.
 */
export interface ConnectMessages {
  readonly req: HttpRequest & Express.Request
  readonly res: HttpResponse & Express.Response
}

/**
 * The attribute with the `req` and `res` that `connect()` has passed to middleware:
 * `request.attribute(CONNECT).req.user`.
 */
export const CONNECT: AttributeKey<ConnectMessages> = attributeKey<ConnectMessages>('connect', {
  shared: '@app/connect/messages',
})

/**
 * Runs middleware of Express or Connect in the pipeline: `app.pipe(connect(helmet()))`.
 *
 * All calls of `connect()` in a request share one `req` and one `res`. Headers that middleware sets on `res` are added
 * to the response of the handler after it. If middleware answers in place of calling `next`, the handler does not run.
 * An error that middleware passes to `next` or throws becomes an error of the pipeline; `next('route')` and
 * `next('router')` skip the rest of the given middleware. Throws a `TypeError` for a value that is not middleware, and
 * for error middleware of four parameters.
 *
 * @example
 * app.pipe(connect(passport.initialize(), passport.session()))
 */
export function connect(...middleware: readonly ConnectMiddleware[]): Middleware {
  for (const one of middleware) check(one)
  const list = middleware as readonly NodeMiddleware[]
  return async function connect(request, handler) {
    const outer = request.attribute(EXCHANGE)
    if (outer instanceof Exchange) return outer.run(list, request, handler)
    const exchange = new Exchange(request)
    return exchange.finish(await exchange.run(list, request.withAttribute(EXCHANGE, exchange), handler))
  }
}

const EXCHANGE: AttributeKey<unknown> = attributeKey<unknown>('connect', {
  shared: '@app/connect/messages',
  default: undefined,
})

function check(middleware: unknown): void {
  if (typeof middleware !== 'function') {
    const given = Array.isArray(middleware) ? 'a list' : middleware === null ? 'null' : typeof middleware
    throw new TypeError(`connect(): expected middleware (req, res, next) => …, got ${given}.`)
  }
  if (middleware.length > 3) {
    throw new TypeError(
      'connect(): error middleware (error, req, res, next) => … does not get the errors of this pipeline. Pipe an ErrorHandler in its place, or use it inside of an Express application.',
    )
  }
}
