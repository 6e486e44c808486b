import type { Container } from '../container/container.ts'
import { isInjectable, nameOfFactory } from '../container/injectable.ts'
import { ErrorMiddleware } from '../middleware/error-middleware.ts'
import { notErrorMiddleware } from '../middleware/invalid-middleware.ts'
import type { MiddlewareLike } from '../middleware/middleware.ts'
import { instanceOf, whenKnown } from './lazy.ts'
import { type HasNode, type Lazy, NODE, type PlanNode } from './node.ts'

/** Turns a value into error middleware; `undefined` for a value that it does not know. */
type Adapt = (value: unknown) => ErrorMiddleware | undefined

/**
 * Makes what an entry of the configuration with `error: true` pipes: error middleware, the name of a service that is
 * error middleware, a class or function with `inject` that makes error middleware, or an array of these. `adapt` turns other values into error middleware.
 *
 * @example
 * app.pipe(errorEntry('acme/errors'))
 */
export function errorEntry(value: unknown, adapt: Adapt = () => undefined): MiddlewareLike {
  const entry: HasNode = { [NODE]: (place) => errorNode(value, place, adapt) }
  return entry as unknown as MiddlewareLike
}

function errorNode(value: unknown, place: string, adapt: Adapt): PlanNode {
  if (Array.isArray(value)) {
    const children = value.map((item, index) => errorNode(item, `${place}, item ${index + 1}`, adapt))
    return { kind: 'pipeline', place, children }
  }
  if (typeof value === 'string') {
    const lazy: Lazy = { from: 'service', value, name: value, place }
    const find = (container: Container | undefined) =>
      whenKnown(instanceOf(lazy, container), (service) => checked(service, `${place}, service "${value}"`, adapt))
    return { kind: 'error', place, value, lazy, find }
  }
  if (isInjectable(value)) {
    const lazy: Lazy = { from: 'factory', value, name: nameOfFactory(value), place }
    const latest: { found?: ErrorMiddleware } = {}
    const find = (container: Container | undefined) =>
      latest.found ??
      whenKnown(instanceOf(lazy, container), (made) => {
        latest.found = checked(made, `${place}, made by "${lazy.name}"`, adapt)
        return latest.found
      })
    return { kind: 'error', place, value, lazy, find }
  }
  const middleware = checked(value, place, adapt)
  return { kind: 'error', place, value, find: () => middleware }
}

function checked(value: unknown, place: string, adapt: Adapt): ErrorMiddleware {
  const middleware = ErrorMiddleware.is(value) ? value : adapt(value)
  if (!middleware) throw notErrorMiddleware(place, value)
  return middleware
}
