import { nearestName } from '#platform/primitives'
import { type Container, namesIn } from '../container/container.ts'
import { call, isInjectable, keyOf, type Makes, madeIn } from '../container/injectable.ts'
import { ErrorMiddleware } from '../middleware/error-middleware.ts'
import {
  factoryMadeNoMiddleware,
  isInvalidMiddleware,
  needsArguments,
  noContainerFor,
  noContainerForNeed,
  serviceIsForErrors,
  serviceIsNot,
  unknownNeed,
  unknownService,
} from '../middleware/invalid-middleware.ts'
import type { Lazy, LazyNode, PlanNode } from './node.ts'
import { nodeOf } from './node-of.ts'
import { ready } from './ready.ts'

/**
 * Returns the middleware of a lazy node, made now if it was not made before, and ready for its first request.
 *
 * A service comes from the container. So does a class or factory that the container has, or can make itself. Otherwise
 * it gets the services that its `inject` names, and a class without `inject` is constructed without arguments (contract
 * 2.2, 7.1). Whoever asks while it is being made waits for the same attempt; after a failure the next one tries again.
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
    const pending = ready(made)
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

/** Returns the service, or what the class or factory makes, or a promise of it. Throws if something is missing. */
export function instanceOf(node: Lazy, container: Container | undefined): unknown {
  const { value } = node
  if (container?.has(keyOf(value))) return container.get(keyOf(value))
  const [missing] = missingFor(node, container)
  if (missing) throw missing
  return container && isInjectable(value) ? madeIn(container, value) : call(value as Makes, [])
}

/**
 * Returns an error for each thing without which the middleware of a node can certainly not be made: a service that its
 * container does not have, or the arguments of a class. Makes nothing.
 */
export function missingFor({ from, value, name, place }: Lazy, container: Container | undefined): readonly unknown[] {
  if (container?.has(keyOf(value))) return []
  if (typeof value === 'string') {
    if (!container) return [noContainerFor(place, name)]
    return [unknownService(place, name, nearestName(name, namesIn(container)))]
  }
  const [first, ...others] = isInjectable(value) ? value.inject : []
  const isCalled = from === 'class' && value.length === 0
  if (first === undefined) return isCalled || isInjectable(value) ? [] : [needsArguments(place, name)]
  if (!container)
    return isCalled ? [] : [noContainerForNeed(place, from === 'class' ? `the class ${name}` : name, first)]
  const unknown = [first, ...others].filter((needed) => !container.has(needed))
  return unknown.map((needed) => unknownNeed(place, name, needed, nearestName(needed, namesIn(container))))
}

function nodeOfInstance({ from, name, place }: Lazy, value: unknown): PlanNode {
  const refuse = from === 'factory' ? factoryMadeNoMiddleware : serviceIsNot
  const isName = typeof value === 'string' || Array.isArray(value)
  if (isName || (from === 'factory' && isInjectable(value))) throw refuse(place, name, value)
  if (ErrorMiddleware.is(value)) throw serviceIsForErrors(place, name)
  try {
    return nodeOf(value, `${place}, ${from === 'factory' ? 'made by' : 'service'} "${name}"`)
  } catch (error) {
    throw isInvalidMiddleware(error) ? refuse(place, name, value) : error
  }
}

/** Applies a function to a value: at once, or when its promise is fulfilled. */
export function whenKnown<T, R>(value: T | PromiseLike<T>, use: (value: T) => R | Promise<R>): R | Promise<R> {
  return isThenable(value) ? Promise.resolve(value).then(use) : use(value as T)
}

function isThenable(value: unknown): value is PromiseLike<never> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'
}
