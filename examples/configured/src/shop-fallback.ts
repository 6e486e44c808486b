import { type Middleware, text } from '@app/core'

/** Middleware after dispatch, for paths under `/shop`: it gets only requests that no route answered. */
export const shopFallback: Middleware = (request) => text(`The shop has no ${request.path}.`, { status: 404 })
