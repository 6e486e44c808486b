import { statusOf } from '../messages/http-error.ts'
import { reasonPhrase } from '../messages/reason-phrase.ts'
import { matchedRoute } from '../messages/route-result.ts'
import type { ServerRequest } from '../messages/server-request.ts'
import { masked } from './masked.ts'
import { trailOf } from './middleware-trail.ts'
import { type ThrownError, thrownErrors } from './thrown-error.ts'

type Pairs = readonly (readonly [name: string, value: string])[]

/** Middleware or a route that the request has reached. */
export interface ReportedStep {
  readonly kind: 'middleware' | 'route'
  /** The place where it was registered, `pipe 2 at "/admin": authenticate`, or the path of the route. */
  readonly place: string
  /** Whether the error was thrown here and not further inside. */
  readonly hasThrown: boolean
}

/** The facts about an error and its request that are shown in development. */
export interface ErrorReport {
  readonly status: number
  readonly title: string
  /** The thrown error, followed by its causes. */
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
  /** In the order in which the request has reached them. */
  readonly pipeline: readonly ReportedStep[]
}

/** Collects the facts. Masks values that are probably secrets. */
export function errorReport(error: unknown, request: ServerRequest): ErrorReport {
  const status = statusOf(error)
  const { steps, failures } = trailOf(request)
  const culprit = failures.find((failure) => Object.is(failure.error, error))?.step
  // The error handler is in front of routing, so its view of the request has no params. Views behind routing have.
  const routed = steps.findLast((step) => !('place' in step)) ?? culprit
  const { params, basePath } = routed?.request ?? request
  const route = matchedRoute(request)
  return {
    status,
    title: reasonPhrase(status),
    errors: thrownErrors(error) as ErrorReport['errors'],
    request: {
      method: request.method,
      path: request.fullPath,
      params: masked(Object.entries(params as Readonly<Record<string, string>>)),
      query: masked(request.query),
      headers: masked(request.headers),
    },
    ...(route && { route: { path: route.path, name: route.name, methods: route.methods, basePath } }),
    pipeline: steps.map((step) => ({
      kind: 'place' in step ? 'middleware' : 'route',
      place: 'place' in step ? step.place : step.route,
      hasThrown: step === culprit,
    })),
  }
}
