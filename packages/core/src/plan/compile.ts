import type { RequestHandler } from '@app/http'
import type { Route } from '@app/router'
import { tracedRoute } from '#watching'
import { stepOutsideOfApplication } from '../middleware/invalid-middleware.ts'
import { splitRoute } from './ahead-of-surroundings.ts'
import { errorLayer, offeringErrors, offerNext } from './error-layer.ts'
import { freeze } from './freeze.ts'
import { layer } from './layer.ts'
import { makeLazy } from './lazy.ts'
import { enterLimit, leaveLimit, limitCovers, underPrefix } from './limit.ts'
import type { ApplicationNode, Continuation, LazyNode, LimitedNode, PlanNode, Scope, StepNode } from './node.ts'
import { UnansweredErrors } from './unanswered-errors.ts'

/** Returns the scope of the outermost node of a chain: no application is around it. */
export function outermostScope(): Scope {
  return { container: undefined, routes: undefined, unanswered: new UnansweredErrors() }
}

/**
 * Compiles a node into a chain of functions. `next` is the chain after the node, so a plan is compiled from its end.
 * Throws if the node cannot work, such as a routing step outside of an application.
 */
export function compile(node: PlanNode, next: Continuation, scope: Scope): Continuation {
  switch (node.kind) {
    case 'middleware':
      return layer(node, next, scope)
    case 'lazy':
      return compileLazy(node, next, scope)
    case 'error':
      return errorLayer(node, next, scope)
    case 'step':
      return compileStep(node, next, scope)
    case 'limited':
      return compileLimited(node, next, scope)
    case 'pipeline':
      return compileAll(node.children, next, scope)
    case 'application':
      return compileApplication(node, next, scope)
  }
}

/** Compiles several nodes, the last one first, so that each gets the chain after it. */
export function compileAll(nodes: readonly PlanNode[], next: Continuation, scope: Scope): Continuation {
  return joined(nodes).reduceRight((behind, node, index) => {
    const isEndOfStretch = index % STRETCH === STRETCH - 1
    return compile(node, isEndOfStretch ? onFreshStack(behind) : behind, scope)
  }, next)
}

/**
 * Joins neighbours under the same path prefix, so that the path of a request is compared with the prefix once for all of
 * them, and the request gets its base path once.
 */
function joined(nodes: readonly PlanNode[]): readonly PlanNode[] {
  const runs: PlanNode[][] = []
  for (const node of nodes) {
    const run = runs.at(-1)
    const prefix = prefixOf(node)
    if (run && prefix !== undefined && prefixOf(run[0]) === prefix) run.push(node)
    else runs.push([node])
  }
  return runs.map((run) => {
    const [first] = run as [PlanNode]
    const prefix = prefixOf(first)
    if (run.length === 1 || prefix === undefined) return first
    const children = run.map((node) => (node as LimitedNode).child)
    return underPrefix(prefix, { kind: 'pipeline', place: first.place, children })
  })
}

function prefixOf(node: PlanNode | undefined): string | undefined {
  return node?.kind === 'limited' ? node.limit.path : undefined
}

/**
 * Continues on a fresh call stack. Each synchronous middleware takes a frame of the stack, which holds some thousands
 * of frames.
 */
function onFreshStack(next: Continuation): Continuation {
  return { ...next, handle: (request) => Promise.resolve(request).then(next.handle) }
}

/** The number of positions that share one call stack, which has room for that many even when each is traced. */
const STRETCH = 500

/**
 * Compiles middleware that is made at its first use. Requests that arrive meanwhile wait for the same attempt; after a
 * failure the next request tries again.
 */
function compileLazy(node: LazyNode, next: Continuation, scope: Scope): Continuation {
  let compiled: RequestHandler | undefined
  const compileMade = (made: PlanNode): RequestHandler => {
    if (compiled) return compiled
    compiled = compile(made, next, scope).handle
    freeze(made, 'its first request')
    return compiled
  }
  return offeringErrors(
    (request) => {
      if (compiled) return compiled(request)
      const made = makeLazy(node, scope.container)
      return made instanceof Promise ? made.then((known) => compileMade(known)(request)) : compileMade(made)(request)
    },
    next,
    scope,
  )
}

function compileStep(node: StepNode, next: Continuation, { routes }: Scope): Continuation {
  const { step, place, name = `"@app/core/${step}"` } = node
  if (!routes) throw stepOutsideOfApplication(`${place}: ${name}`)
  const parts = node.parts ?? routes.steps[step as 'routing' | 'dispatch']
  const { handleError } = next
  const handle = parts.reduceRight(
    (after, part) => part(handleError ? { handleError, handle: after } : { handle: after }, routes),
    next.handle,
  )
  return { ...next, handle }
}

function compileLimited({ limit, child }: LimitedNode, next: Continuation, scope: Scope): Continuation {
  const { handle: outside, handleError } = next
  const inside = compile(
    child,
    {
      handle: (request) => outside(leaveLimit(limit, request)),
      ...(handleError && { handleError: (error, request) => handleError(error, leaveLimit(limit, request)) }),
    },
    scope,
  )
  const handleErrorInside = inside.handleError
  return {
    handle: (request) => (limitCovers(limit, request) ? inside.handle(enterLimit(limit, request)) : outside(request)),
    ...(handleErrorInside && {
      handleError: (error, request) =>
        limitCovers(limit, request)
          ? handleErrorInside(error, enterLimit(limit, request))
          : offerNext(error, request, handleError, scope.unanswered),
    }),
  }
}

/** Compiles the pipeline of an application. The middleware of each route is compiled when the route first runs. */
function compileApplication({ content }: ApplicationNode, next: Continuation, { unanswered }: Scope): Continuation {
  content.check()
  const { container, table, match, positions, steps } = content
  const compileRoute = (route: Route, after: Continuation): RequestHandler => {
    const { handle } = compile(table.nodeFor(route), after, { container, routes: undefined, unanswered })
    return tracedRoute(handle, route)
  }
  const splitOf = (route: Route) => splitRoute(table.nodeFor(route), container)
  const compilePart = (nodes: readonly PlanNode[], after: Continuation, traced?: Route): RequestHandler => {
    const { handle } = compileAll(nodes, after, { container, routes: undefined, unanswered })
    return traced ? tracedRoute(handle, traced) : handle
  }
  const offering = (handle: RequestHandler, after: Continuation) =>
    offeringErrors(handle, after, { container, routes: undefined, unanswered }).handle
  return compileAll(positions, next, {
    container,
    routes: { match, steps, compile: compileRoute, split: splitOf, compilePart, offering },
    unanswered,
  })
}
