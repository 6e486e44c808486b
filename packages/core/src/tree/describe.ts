import type { Route } from '@app/router'
import {
  type ApplicationDescription,
  description,
  functionName,
  type MiddlewareDescription,
  nameOf,
  type RouteDescription,
} from './middleware-description.ts'
import type { ApplicationContent, LazyMiddleware, PreparedLeaf, PreparedMiddleware } from './prepared-middleware.ts'

/** Describes a node and all in it as plain frozen data, for tools. Makes no services or classes. */
export function describe(node: PreparedMiddleware): MiddlewareDescription {
  const described = withoutEntry(node)
  return node.entry ? Object.freeze({ ...described, entry: node.entry }) : described
}

/** Describes nodes, in their order. */
export function describeAll(nodes: readonly PreparedMiddleware[]): readonly MiddlewareDescription[] {
  return Object.freeze(nodes.map(describe))
}

/** Describes the pipeline, the routes and the router of an application. */
export function describeApplication({ positions, table, router }: ApplicationContent): ApplicationDescription {
  return Object.freeze({
    items: describeAll(positions),
    routes: Object.freeze(Array.from(table.answers, ([route, answer]) => describeRoute(route, answer))),
    ...(router && { router: Object.freeze({ name: router.constructor.name, traits: router.traits }) }),
  })
}

function withoutEntry(node: PreparedMiddleware): MiddlewareDescription {
  switch (node.kind) {
    case 'function':
    case 'object':
      return describeLeaf(node)
    case 'error': {
      const { value } = node
      if (typeof value === 'string') return description({ kind: 'service', isError: true, isLazy: true, name: value })
      return description({ kind: 'function', isError: true, ...nameOf(value as object) })
    }
    case 'routing':
    case 'dispatch':
    case 'part': {
      const { kind, name, isDefault = false } = node
      return description({ kind: kind === 'part' ? 'object' : kind, ...(name !== undefined && { name }), isDefault })
    }
    case 'service':
    case 'class':
      return describeLazy(node)
    case 'pipeline': {
      const { name, children } = node
      return description({ kind: 'pipeline', ...(name !== undefined && { name }), items: describeAll(children) })
    }
    case 'limited': {
      const { path, host, child } = node
      return Object.freeze({
        ...describe(child),
        ...(path !== undefined && { path }),
        ...(host !== undefined && { host }),
      })
    }
    case 'application': {
      const { name, content } = node
      return description({
        kind: 'application',
        ...describeApplication(content),
        ...(name !== undefined && { name }),
      })
    }
  }
}

function describeLeaf({ kind, value }: PreparedLeaf): MiddlewareDescription {
  if (typeof value === 'function') {
    return description({ kind, ...functionName(value), isFinal: takesNoHandler(value as () => unknown) })
  }
  const ownClass = value.constructor === Object ? undefined : value.constructor
  const isFinal = typeof (value as { process?: unknown }).process !== 'function'
  return description({ kind, ...nameOf(ownClass), isFinal })
}

/** The content of a service or class is known once it was made. */
function describeLazy({ kind, name, latest }: LazyMiddleware): MiddlewareDescription {
  const { isFinal = false, items, routes, router } = latest.made ? describe(latest.made) : {}
  return description({
    kind,
    name,
    isLazy: true,
    isFinal,
    ...(items && { items }),
    ...(routes && { routes }),
    ...(router && { router }),
  })
}

function describeRoute(route: Route, answer: PreparedMiddleware): RouteDescription {
  const { path, methods, name, options } = route
  const { entry } = answer
  return Object.freeze({
    path,
    methods,
    name,
    options: Object.freeze({ ...options }),
    metadata: Object.freeze(Object.fromEntries(route.metadata())),
    middleware: withoutEntry(answer),
    ...(entry && { entry }),
  })
}

/**
 * Whether a function certainly ignores the next handler: it has at most one parameter, and its text contains neither
 * rest parameters nor `arguments`. For tools only; the running pipeline does not depend on it.
 */
function takesNoHandler(middleware: (...args: never[]) => unknown): boolean {
  return middleware.length < 2 && !/\barguments\b|\.\.\.|\[native code\]/.test(String(middleware))
}
