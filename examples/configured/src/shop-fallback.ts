import { type Middleware, text } from '@app/core'

/** Follows dispatch under `/shop`: it sees only what no route answered. */
export const shopFallback: Middleware = (request) => text(`The shop has no ${request.path}.`, { status: 404 })
