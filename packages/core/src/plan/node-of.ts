import { isClass } from '@app/checks'
import type { RequestHandlerInterface } from '@app/http'
import { warn } from '#platform/primitives'
import { isInjectable, type Makes, nameOfFactory } from '../container/injectable.ts'
import { ErrorMiddleware } from '../middleware/error-middleware.ts'
import { notMiddleware } from '../middleware/invalid-middleware.ts'
import type { Middleware, MiddlewareInterface } from '../middleware/middleware.ts'
import { type LazyNode, type MiddlewareNode, type PipelineNode, type PlanNode, planOf } from './node.ts'
import { stepNode } from './steps.ts'

/**
 * Returns the node of a value that is registered as middleware (contract 2.2). Functions and objects are used as they
 * are, an array becomes one pipeline, and what a service, a class or a function with `inject` makes is made at its first
 * use.
 *
 * Errors name the middleware by `place`. Throws a `ConfigurationError` for a value that can never be middleware.
 */
export function nodeOf(value: unknown, place: string): PlanNode {
  if (typeof value === 'function') {
    if (isClass(value)) return madeNode('class', value as Makes, place)
    return isInjectable(value) ? madeNode('factory', value, place) : functionNode(value, place)
  }
  if (typeof value === 'string' && value !== '') return stepNode(value, place) ?? serviceNode(value, place)
  if (Array.isArray(value)) return arrayNode(value, place)
  if (ErrorMiddleware.is(value)) return { kind: 'error', place, value, find: () => value }
  const node = planOf(value, place) ?? objectNode(value, place)
  if (node) return node
  throw notMiddleware(place, value)
}

// biome-ignore lint/complexity/noBannedTypes: any function
function functionNode(value: Function, place: string): MiddlewareNode {
  const name = named(place, value.name)
  warnOfOlderSignature(value, name)
  return { kind: 'middleware', place: name, value, run: value as Middleware }
}

function objectNode(value: unknown, place: string): MiddlewareNode | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { process, handle } = value as Partial<MiddlewareInterface & RequestHandlerInterface>
  const node = (run: Middleware): MiddlewareNode => {
    return { kind: 'middleware', place: named(place, value.constructor?.name), value, run }
  }
  if (typeof process === 'function') return node((request, handler) => process.call(value, request, handler))
  return typeof handle === 'function' ? node((request) => handle.call(value, request)) : undefined
}

function serviceNode(name: string, place: string): LazyNode {
  return { kind: 'lazy', from: 'service', name, value: name, place, latest: {} }
}

function madeNode(from: 'class' | 'factory', value: Makes, place: string): LazyNode {
  const name = from === 'class' ? value.name || 'without a name' : nameOfFactory(value)
  return { kind: 'lazy', from, name, value, place, latest: {} }
}

function arrayNode(values: readonly unknown[], place: string): PipelineNode {
  const children = values.map((item, index) => nodeOf(item, `${place}, item ${index + 1}`))
  return { kind: 'pipeline', place, children }
}

function named(place: string, name: string | undefined): string {
  return name && name !== 'Object' ? `${place}: ${name}` : place
}

/** Warns of a function with more parameters than middleware gets, such as `(request, response, next)`. */
function warnOfOlderSignature({ length }: { readonly length: number }, place: string): void {
  if (length < 3) return
  const adapter = length === 3 ? 'doublePass' : 'doublePassError'
  warn(
    `${place} takes ${length} arguments, and middleware gets two: (request, handler). ` +
      `Return a response or handler(request). Middleware of Express, such as helmet, is piped as connect(…) ` +
      `of @app/connect. ${adapter}(…) is for a function that returns a response.`,
  )
}
