import { nearestName } from '#platform/primitives'
import { type Container, namesIn } from '../container/container.ts'
import { ErrorMiddleware } from '../middleware/error-middleware.ts'
import {
  isInvalidMiddleware,
  needsArguments,
  noContainerFor,
  serviceIsForErrors,
  serviceIsNot,
  unknownService,
} from '../middleware/invalid-middleware.ts'
import type { LazyNode, PlanNode } from './node.ts'
import { nodeOf } from './node-of.ts'
import { ready } from './ready.ts'

/**
 * Returns the middleware of a service or a class, made now if it was not made before, and ready for its first request.
 *
 * A service comes from the container. So does a class that the container has; any other class is constructed without
 * arguments (contract 2.2, 7.1). Whoever asks while it is being made waits for the same attempt; after a failure the
 * next one tries again.
 */
export function makeLazy(
  { latest, ...node }: LazyNode,
  container: Container | undefined,
): PlanNode | Promise<PlanNode> {
  const known = latest.made ?? latest.making
  if (known) return known
  const making = whenKnown(instanceOf(node, container), (value) => {
    const made = nodeOfInstance(node, value)
    const keep = () => {
      latest.made = made
      return made
    }
    const pending = ready(made, { container, basePath: '' })
    return pending ? pending.then(keep) : keep()
  })
  if (!(making instanceof Promise)) return making
  latest.making = making.finally(() => {
    latest.making = undefined
  })
  return latest.making
}

/** Like `makeLazy`; `undefined` if the middleware cannot be made. The first request that needs it reports why. */
export async function tryLazy(node: LazyNode, container: Container | undefined): Promise<PlanNode | undefined> {
  try {
    return await makeLazy(node, container)
  } catch {
    return undefined
  }
}

type Lazy = Pick<LazyNode, 'from' | 'value' | 'name' | 'place'>

function instanceOf({ value, name, place }: Lazy, container: Container | undefined): unknown {
  if (typeof value === 'string') return fetchService(name, container, place)
  if (container?.has(value)) return container.get(value)
  return new (withoutArguments(value, name, place))()
}

/**
 * Throws a `ConfigurationError` if the middleware of a node can certainly not be made: its container does not have the
 * service, or its class takes arguments. Makes nothing.
 */
export function refuseMissing({ value, name, place }: Lazy, container: Container | undefined): void {
  if (typeof value === 'string') containerWith(name, container, place)
  else if (!container?.has(value)) withoutArguments(value, name, place)
}

function withoutArguments<C extends new () => unknown>(Class: C, name: string, place: string): C {
  if (Class.length > 0) throw needsArguments(place, name)
  return Class
}

/**
 * Returns a service, or a promise of it. Throws a `ConfigurationError` without a container, and for a name that the
 * container does not have.
 */
export function fetchService(name: string, container: Container | undefined, place: string): unknown {
  return containerWith(name, container, place).get(name)
}

/** Returns the container. Throws as `fetchService` does, but makes no service. */
export function containerWith(name: string, container: Container | undefined, place: string): Container {
  if (!container) throw noContainerFor(place, name)
  if (!container.has(name)) throw unknownService(place, name, nearestName(name, namesIn(container)))
  return container
}

function nodeOfInstance({ from, name, place }: Lazy, value: unknown): PlanNode {
  const isName = from === 'service' && (typeof value === 'string' || Array.isArray(value))
  if (isName) throw serviceIsNot(place, name, value)
  if (ErrorMiddleware.is(value)) throw serviceIsForErrors(place, name)
  try {
    return nodeOf(value, `${place}, service "${name}"`)
  } catch (error) {
    throw isInvalidMiddleware(error) ? serviceIsNot(place, name, value) : error
  }
}

/** Applies a function to a value: at once, or when its promise is fulfilled. */
export function whenKnown<T, R>(value: T | PromiseLike<T>, use: (value: T) => R | Promise<R>): R | Promise<R> {
  return isThenable(value) ? Promise.resolve(value).then(use) : use(value as T)
}

function isThenable(value: unknown): value is PromiseLike<never> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'
}
