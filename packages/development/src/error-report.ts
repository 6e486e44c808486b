import { matchedRoute, reasonPhrase, type ServerRequest } from '@app/core'
import type { MiddlewareMessage, RouteMessage } from '@app/core/logging'
import { type RequestSource, sourceOf, statusOf } from '@app/http/internal'
import { subscribe } from '#runtime'
import { maskTarget, maskValue } from './secrets.ts'
import { type ThrownError, thrownErrors } from './thrown-error.ts'

type Pairs = readonly (readonly [name: string, value: string])[]

/** Middleware or a route that the request has reached. */
export interface ReportedStep {
  readonly kind: 'middleware' | 'route'
  /** The place where the middleware was registered, `pipe 2 at "/admin": authenticate`, or the path of the route. */
  readonly place: string
  /** True if the error was thrown in this step itself, not in a step that this one called. */
  readonly hasThrown: boolean
}

/** The content of the error page: an error, its request, and the steps that the request has reached. */
export interface ErrorReport {
  readonly status: number
  readonly title: string
  /** The thrown error, followed by its causes and, for an `AggregateError`, by its errors; ten at most. */
  readonly errors: readonly [ThrownError, ...ThrownError[]]
  readonly request: {
    readonly method: string
    readonly path: string
    readonly params: Pairs
    readonly query: Pairs
    readonly headers: Pairs
  }
  /** The matched route, with the prefix of its application. */
  readonly route?: {
    readonly path: string
    readonly name: string
    readonly methods: readonly string[] | null
    readonly basePath: string
  }
  /** The steps in the order in which the request has reached them. */
  readonly pipeline: readonly ReportedStep[]
}

/** Makes the report of an error and its request. Masks values that are probably secrets. */
export function errorReport(error: unknown, request: ServerRequest): ErrorReport {
  const status = statusOf(error)
  const { steps, failures } = trailOf(request)
  const culprit = failures.find((failure) => Object.is(failure.error, error))?.step
  // The error handler runs before routing, so the request object that it got has no params. The request object that
  // routing has passed on has them.
  const routed = steps.findLast((step) => !('place' in step)) ?? culprit
  const { params, basePath } = routed?.request ?? request
  const route = matchedRoute(request)
  return {
    status,
    title: reasonPhrase(status),
    errors: thrownErrors(error) as ErrorReport['errors'],
    request: {
      method: request.method,
      path: maskTarget(request.fullPath, params),
      params: masked(Object.entries(params as Readonly<Record<string, string>>)),
      query: masked(request.query),
      headers: masked(request.headers),
    },
    ...(route && { route: { path: route.path, name: route.name, methods: route.methods, basePath } }),
    pipeline: steps.map((step) => ({
      kind: 'place' in step ? 'middleware' : 'route',
      place: 'place' in step ? step.place.replace(NAMELESS, '(source $1)') : step.route,
      hasThrown: step === culprit,
    })),
  }
}

/**
 * Matches the source of an entry from a package. All packages call their provider `configProvider`, so only the number
 * tells them apart; the key of the entry has the name of the package, as in the output of `app pipeline`.
 */
const NAMELESS = /\(configProvider \(source (\d+)\)\)/

type Message = MiddlewareMessage | RouteMessage

/** The middleware and routes that a request has reached, and those of them that threw. */
interface Trail {
  /** The middleware and routes, in the order in which the request has reached them. */
  readonly steps: Message[]
  /** The steps that threw, with their errors. For one error, the innermost step comes first. */
  readonly failures: { readonly step: Message; readonly error: unknown }[]
}

/**
 * Records, for every request from now on, which middleware and routes it reaches. Subscribes to the tracing channels
 * `@app/core:middleware` and `@app/core:route` for this. A second call changes nothing.
 */
export function followRequests(): void {
  if (isFollowing) return
  isFollowing = true
  const started = (step: Message) => trailOf(step.request).steps.push(step)
  const failed = (step: Message) => trailOf(step.request).failures.push({ step, error: step.error })
  for (const channel of ['@app/core:middleware', '@app/core:route']) subscribe(channel, started, failed)
}

/** Returns the middleware and routes that a request has reached; an empty trail if the request was not recorded. */
function trailOf(request: ServerRequest): Trail {
  const source = sourceOf(request)
  const known = trails.get(source)
  if (known) return known
  const trail: Trail = { steps: [], failures: [] }
  trails.set(source, trail)
  return trail
}

const trails = new WeakMap<RequestSource, Trail>()
let isFollowing = false

function masked(pairs: Iterable<readonly [string, string]>): Pairs {
  return Array.from(pairs, ([name, value]) => [name, maskValue(name, value)] as const)
}
