import type { MiddlewareDescription } from '../middleware/middleware-description.ts'
import { inSequence } from '../middleware/nested-pipeline.ts'
import { prepareMiddleware } from '../middleware/prepare-middleware.ts'
import type { PreparedMiddleware, StepName } from '../middleware/prepared-middleware.ts'
import { DISPATCH_MIDDLEWARE, ROUTING_MIDDLEWARE, StepError } from '../middleware/step.ts'
import { dispatchMiddleware } from './dispatch-middleware.ts'
import { implicitHeadMiddleware } from './implicit-head-middleware.ts'
import { implicitOptionsMiddleware } from './implicit-options-middleware.ts'
import { methodNotAllowedMiddleware } from './method-not-allowed-middleware.ts'
import { routeMiddleware } from './route-middleware.ts'

/**
 * The parts of the two steps, in their order (contract 4.1, 4.2).
 *
 * Dispatch is the first part of its step, since most requests end there. The other two parts handle requests that no
 * route has matched.
 */
const PARTS = {
  [ROUTING_MIDDLEWARE]: [routeMiddleware, implicitHeadMiddleware],
  [DISPATCH_MIDDLEWARE]: [dispatchMiddleware, implicitOptionsMiddleware, methodNotAllowedMiddleware],
} as const

/** The two steps, each as the sequence of its parts. */
export const STEPS: Readonly<Record<StepName, PreparedMiddleware>> = {
  [ROUTING_MIDDLEWARE]: sequenceOf(ROUTING_MIDDLEWARE),
  [DISPATCH_MIDDLEWARE]: sequenceOf(DISPATCH_MIDDLEWARE),
}

/** The steps that an application with routes adds at its end if neither step was piped. */
export const DEFAULT_STEPS: readonly PreparedMiddleware[] = [
  prepareMiddleware(ROUTING_MIDDLEWARE, 'the default routing step'),
  prepareMiddleware(DISPATCH_MIDDLEWARE, 'the default dispatch step'),
]

/**
 * Whether a pipeline contains the steps or parts of them, directly or in nested pipelines.
 *
 * Nested applications do not count, since they have their own steps; the content of lazy services is unknown.
 */
export function hasSteps(items: readonly MiddlewareDescription[]): boolean {
  return piped(items, '').some(isStep)
}

/**
 * Throws `StepError` if dispatch is piped without routing or in front of it, and if nothing stands behind routing.
 *
 * The steps may be piped several times: each routing step matches anew, for whatever stands behind it. Routing without
 * dispatch runs no route, but what stands behind may read the result; the text that is returned warns of it. Parts of the
 * steps may stand in any order.
 */
export function checkSteps(items: readonly MiddlewareDescription[]): string | undefined {
  const places = piped(items, '')
  const whole = places.filter(isStep).filter(({ isPart }) => !isPart)
  const [routing, dispatch] = (['routing', 'dispatch'] as const).map((kind) => whole.find((step) => step.kind === kind))
  if (!routing && dispatch) {
    throw new StepError(
      `Dispatch (${dispatch.place}) is piped without routing. Call pipeRoutingMiddleware() before it.`,
    )
  }
  const [first, last] = [whole[0], whole.at(-1)]
  if (first?.kind === 'dispatch') {
    throw new StepError(`Dispatch (${first.place}) comes before routing (${routing?.place}). Pipe routing first.`)
  }
  if (last?.kind !== 'routing') return undefined
  const message = `Routing (${last.place}) is piped without dispatch. Call pipeDispatchMiddleware() after it.`
  if (places.at(-1) === last) throw new StepError(message)
  return `${message} No route runs; to read the result alone, pipe routeMiddleware of '@app/core/steps'.`
}

/** Middleware, or a step, that stands in a pipeline or in a nested one. */
interface PipedMiddleware {
  readonly kind: MiddlewareDescription['kind']
  /** The position as errors name it: `pipe 3, item 2`. */
  readonly place: string
  /** Whether it is the essential part of a step, piped by itself. */
  readonly isPart: boolean
}

function isStep({ kind }: PipedMiddleware): boolean {
  return kind === 'routing' || kind === 'dispatch'
}

/** All that handles requests, in its order; error middleware does not. */
function piped(items: readonly MiddlewareDescription[], outer: string): readonly PipedMiddleware[] {
  return items.flatMap((item, index) => {
    const { kind, path } = item
    const own = outer === '' ? `pipe ${index + 1}` : `${outer}, item ${index + 1}`
    const place = path === undefined ? own : `${own} at "${path}"`
    if (item.items && kind !== 'application' && !item.isLazy) return piped(item.items, place)
    return item.isError ? [] : [{ kind, place, isPart: item.name !== undefined }]
  })
}

function sequenceOf(name: StepName): PreparedMiddleware {
  return inSequence(PARTS[name].map((part) => prepareMiddleware(part, name)))
}
