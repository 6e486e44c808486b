import { isClass } from '@app/checks'
import type { Class, Container } from './container.ts'

/** A class, or a function with `inject`, that makes something. */
export type Makes = ((...services: never[]) => unknown) | (new (...services: never[]) => unknown)

/** A class or function whose `inject` names the services that it takes. */
export type Injectable = Makes & { readonly inject: readonly string[] }

/** True if a value has `inject`: a class that is constructed with the services in it, or a function that gets them. */
export function isInjectable(value: unknown): value is Injectable {
  return typeof value === 'function' && 'inject' in value && Array.isArray(value.inject)
}

/**
 * Makes what a class or function with `inject` makes, once for each container: other callers get the same object, or
 * the same promise. Waits for services that are promises; the result is a promise then. A failed attempt is forgotten.
 *
 * For containers of other libraries. Those of `@app/container-factory` take a class or function as a key themselves.
 */
export function madeIn(container: Container, target: Injectable): unknown {
  const made = madeOf(container)
  if (made.has(target)) return made.get(target)
  const services = target.inject.map((name) => container.get(name))
  const isLate = services.some((service) => service instanceof Promise)
  const result = isLate ? Promise.all(services).then((all) => call(target, all)) : call(target, services)
  made.set(target, result)
  if (result instanceof Promise) result.catch(() => made.delete(target))
  return result
}

/** Calls a function or constructs a class, also one that a compiler has written as a function. */
export function call(target: Makes, services: readonly unknown[]): unknown {
  const isConstructed = isClass(target) || Reflect.ownKeys(Object(target.prototype)).length > 1
  return isConstructed
    ? Reflect.construct(target, services)
    : Reflect.apply(target as () => unknown, undefined, services)
}

/** The name of a function with `inject` in messages. */
export function nameOfFactory(factory: Makes): string {
  return factory.name || 'a function without a name'
}

/** The key by which a container is asked for a service: a name, or, if it knows classes, a class or a function itself. */
export function keyOf(target: string | Makes): string | Class {
  return target as string | Class
}

/** What was made of classes and functions, by the container that has their services. */
const made = new WeakMap<Container, Map<Makes, unknown>>()

function madeOf(container: Container): Map<Makes, unknown> {
  const known = made.get(container) ?? new Map<Makes, unknown>()
  made.set(container, known)
  return known
}
