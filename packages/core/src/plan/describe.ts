import type { Route } from '@app/router'
import { isInjectable } from '../container/injectable.ts'
import {
  type ApplicationDescription,
  described,
  FACTS,
  functionName,
  type MiddlewareDescription,
  nameOf,
  type RouteDescription,
  type WithFacts,
} from './description.ts'
import type { ApplicationContent, ErrorNode, LazyNode, MiddlewareNode, PipelineNode, PlanNode } from './node.ts'
import { type CompleteVisitor, walk } from './walk.ts'

/** Describes a node and all in it as plain frozen data, for tools. Makes no service, and constructs no class. */
export function describe(node: PlanNode): MiddlewareDescription {
  return described({ ...walk(node, description), entry: node.entry })
}

export function describeAll(nodes: readonly PlanNode[]): readonly MiddlewareDescription[] {
  return Object.freeze(nodes.map(describe))
}

/** Describes the pipeline, the routes and the router of an application. */
export function describeApplication({ positions, table, router }: ApplicationContent): ApplicationDescription {
  return Object.freeze({
    items: describeAll(positions),
    routes: Object.freeze(Array.from(table.nodes, ([route, answer]) => describeRoute(route, answer))),
    ...(router && { router: Object.freeze({ name: router.constructor?.name ?? 'Object', traits: router.traits }) }),
  })
}

type Described = Parameters<typeof described>[0]

const description: CompleteVisitor<Described> = {
  middleware: ofMiddleware,
  lazy: ofLazy,
  error: ofErrorMiddleware,
  step: ({ step, name, isDefault }) => (step === 'part' ? { kind: 'object', name } : { kind: step, name, isDefault }),
  limited: ({ limit, child }) => ({ ...describe(child), ...limit }),
  pipeline: ofPipeline,
  application: ({ name, content }) => ({ kind: 'application', ...describeApplication(content), name }),
}

function ofMiddleware({ value }: MiddlewareNode): Described {
  const facts = (value as WithFacts)[FACTS]
  if (typeof value === 'function') {
    return { kind: 'function', ...functionName(value), isFinal: takesNoHandler(value as () => unknown), facts }
  }
  const isFinal = typeof (value as { process?: unknown }).process !== 'function'
  const name = value.constructor === Object ? undefined : nameOf(value.constructor)
  return { kind: 'object', name, isFinal, facts }
}

function ofErrorMiddleware({ value }: ErrorNode): Described {
  if (typeof value === 'string') return { kind: 'service', isLazy: true, isError: true, name: value }
  if (isInjectable(value)) {
    const needs = Object.freeze([...value.inject])
    return { kind: 'factory', isLazy: true, isError: true, ...functionName(value), needs }
  }
  return { kind: 'function', isError: true, name: nameOf(value as object) }
}

/** Describes an array or a pipeline; middleware under several path prefixes is described once. */
function ofPipeline({ name, prefixes, children: [first, ...others] }: PipelineNode): Described {
  if (prefixes === undefined || !first)
    return { kind: 'pipeline', name, items: describeAll(first ? [first, ...others] : []) }
  const paths = Object.freeze([...prefixes])
  return { ...describe(first), path: undefined, paths }
}

/** Describes a service, class or factory; if it has been made already, also the middleware in it. */
function ofLazy({ from, name, value, latest }: LazyNode): Described {
  const made = latest.made && { ...describe(latest.made), text: undefined }
  const own = from === 'factory' ? { name: undefined, ...functionName(value as object) } : { name }
  const needs = isInjectable(value) ? Object.freeze([...value.inject]) : undefined
  return { ...made, kind: from, ...own, needs, isLazy: true }
}

/**
 * True if a function certainly ignores the next handler: it has at most one parameter, its source contains neither
 * `...` nor `arguments` nor a default for a parameter, and it is neither built-in nor bound. For tools only; the
 * running pipeline does not depend on it.
 */
function takesNoHandler(middleware: (...args: never[]) => unknown): boolean {
  const text = String(middleware)
  const [parameters = ''] = /^.*?(?:=>|\)\s*\{)/s.exec(text) ?? []
  return middleware.length < 2 && !/\barguments\b|\.\.\.|\[native code\]/.test(text) && !/=(?!>)/.test(parameters)
}

function describeRoute(route: Route, answer: PlanNode): RouteDescription {
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
