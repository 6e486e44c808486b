import { type Middleware, text } from '@app/core'

/** Stands behind dispatch under `/shop`: it sees only requests that no route answered. */
export const shopFallback: Middleware = (request) => text(`The shop has no ${request.path}.`, { status: 404 })
