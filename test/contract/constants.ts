import { Application, ErrorHandler, type MiddlewareLike, notFoundHandler, text } from '@app/core'
import {
  dispatchMiddleware,
  implicitHeadMiddleware,
  implicitOptionsMiddleware,
  methodNotAllowedMiddleware,
  routeMiddleware,
} from '@app/core/extending'
import { problemDetails, problemNotFoundHandler } from '@app/problem-details'
import { NotApplicable } from './not-applicable.ts'
import type { Line } from './units.ts'

/** Returns our counterpart of ready-made middleware of Mezzio, by the name that the recorded cases use for it. */
export function constant(name: string, line: Line): MiddlewareLike {
  const make = (line === 'V3' ? SINGLE_PARTS[name] : undefined) ?? CONSTANTS[name]
  if (!make) throw new NotApplicable(`There is no counterpart of the middleware "${name}".`)
  return make()
}

/** In v3, routing and dispatch consist of five separate pieces of middleware, which `@app/core/extending` exports. */
const SINGLE_PARTS: Readonly<Record<string, () => MiddlewareLike>> = {
  routing: () => routeMiddleware,
  dispatch: () => dispatchMiddleware,
  implicitHead: () => implicitHeadMiddleware,
  implicitOptions: () => implicitOptionsMiddleware,
  methodNotAllowed: () => methodNotAllowedMiddleware,
}

const CONSTANTS: Readonly<Record<string, () => MiddlewareLike>> = {
  routing: () => Application.ROUTING_MIDDLEWARE,
  dispatch: () => Application.DISPATCH_MIDDLEWARE,
  errorHandler: () => new ErrorHandler({ listeners: [] }),
  errorHandlerStrat: () => new ErrorHandler({ listeners: [] }),
  errorHandlerDebug: () =>
    new ErrorHandler({ listeners: [], respond: (error) => text(`stack trace: ${error}`, { status: 500 }) }),
  notFound: () => notFoundHandler,
  // Mezzio has middleware here that remembers the original URL. This framework needs none: it rewrites no URL under a
  // prefix, since each request has `basePath` and `path`.
  originalMessages: () => [],
  // Mezzio has middleware here that parses bodies. This framework needs none: the code that reads a body parses it.
  bodyParams: () => [],
  problemDetailsNotFound: () => problemNotFoundHandler,
  problemDetails: () => problemDetails({ listeners: [] }),
  problemDetailsShow: () => problemDetails({ development: true, hosts: ['example.test'], listeners: [] }),
}
