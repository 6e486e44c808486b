import type { Route } from '@app/router'
import {
  type ApplicationDescription,
  described,
  FACTS,
  functionName,
  type MiddlewareDescription,
  nameOf,
  type RouteDescription,
  type WithFacts,
} from './middleware-description.ts'
import type {
  ApplicationContent,
  LazyMiddleware,
  PreparedErrorMiddleware,
  PreparedLeaf,
  PreparedMiddleware,
} from './prepared-middleware.ts'

/** Describes a node and all in it as plain frozen data, for tools. Makes no service, and constructs no class. */
export function describe(node: PreparedMiddleware): MiddlewareDescription {
  const { entry } = node
  switch (node.kind) {
    case 'function':
    case 'object':
      return described({ ...leaf(node), entry })
    case 'error':
      return described({ ...errorMiddleware(node), isError: true, entry })
    case 'part':
      return described({ kind: 'object', name: node.name, entry })
    case 'routing':
    case 'dispatch':
      return described({ kind: node.kind, name: node.name, isDefault: node.isDefault, entry })
    case 'service':
    case 'class':
      return described({ ...lazy(node), isLazy: true, entry })
    case 'pipeline':
      return described({ kind: 'pipeline', name: node.name, items: describeAll(node.children), entry })
    case 'limited': {
      const { path, host } = node
      return described({ ...describe(node.child), ...(host === undefined ? { path } : { host }), entry })
    }
    case 'application':
      return described({ kind: 'application', ...node.content.describe(), name: node.name, entry })
  }
}

export function describeAll(nodes: readonly PreparedMiddleware[]): readonly MiddlewareDescription[] {
  return Object.freeze(nodes.map(describe))
}

type Described = Parameters<typeof described>[0]

function leaf({ kind, value }: PreparedLeaf): Described {
  const facts = (value as WithFacts)[FACTS]
  if (typeof value === 'function') {
    return { kind, ...functionName(value), isFinal: takesNoHandler(value as () => unknown), facts }
  }
  const isFinal = typeof (value as { process?: unknown }).process !== 'function'
  return { kind, name: value.constructor === Object ? undefined : nameOf(value.constructor), isFinal, facts }
}

function errorMiddleware({ value }: PreparedErrorMiddleware): Described {
  if (typeof value === 'string') return { kind: 'service', isLazy: true, name: value }
  return { kind: 'function', name: nameOf(value as object) }
}

/** Describes a service or class; if it has been made already, also the middleware in it. */
function lazy({ kind, name, latest }: LazyMiddleware): Described {
  if (!latest.made) return { kind, name }
  return { ...describe(latest.made), kind, name, text: undefined }
}

/**
 * Whether a function certainly ignores the next handler: it has at most one parameter, its text contains neither `...`
 * nor `arguments` nor a default for a parameter, and it is neither built-in nor bound. For tools only; the running
 * pipeline does not depend on it.
 */
function takesNoHandler(middleware: (...args: never[]) => unknown): boolean {
  const text = String(middleware)
  const [parameters = ''] = /^.*?(?:=>|\)\s*\{)/s.exec(text) ?? []
  return middleware.length < 2 && !/\barguments\b|\.\.\.|\[native code\]/.test(text) && !/=(?!>)/.test(parameters)
}

/** Describes the pipeline, the routes and the router of an application. */
export function describeApplication({
  positions,
  table,
  router,
}: Pick<ApplicationContent, 'positions' | 'table' | 'router'>): ApplicationDescription {
  return Object.freeze({
    items: describeAll(positions),
    routes: Object.freeze(Array.from(table.answers, ([route, answer]) => describeRoute(route, answer))),
    ...(router && { router: Object.freeze({ name: router.constructor.name, traits: router.traits }) }),
  })
}

function describeRoute(route: Route, answer: PreparedMiddleware): RouteDescription {
  const { path, methods, name, options } = route
  const { entry, ...middleware } = describe(answer)
  return Object.freeze({
    path,
    methods,
    name,
    options: Object.freeze({ ...options }),
    metadata: Object.freeze(Object.fromEntries(route.metadata())),
    middleware: Object.freeze(middleware),
    ...(entry && { entry }),
  })
}
