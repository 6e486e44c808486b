import { statusOf } from '../messages/http-error.ts'
import { reasonPhrase } from '../messages/reason-phrase.ts'
import { matchedRoute } from '../messages/route-result.ts'
import type { ServerRequest } from '../messages/server-request.ts'
import { masked } from './masked.ts'
import { trailOf } from './middleware-trail.ts'
import { type ThrownError, thrownErrors } from './thrown-error.ts'

type Pairs = readonly (readonly [name: string, value: string])[]

/** A position that the request reached. */
export interface ReportedStep {
  readonly kind: 'middleware' | 'route'
  /** Where it was registered: `pipe 2 at "/admin": authenticate`, or the route. */
  readonly place: string
  /** Whether the error was thrown here, rather than further inside. */
  readonly hasThrown: boolean
}

/** All that is told in development of an error and of the request that met it. */
export interface ErrorReport {
  readonly status: number
  readonly title: string
  /** What was thrown first, then its causes. */
  readonly errors: readonly [ThrownError, ...ThrownError[]]
  readonly request: {
    readonly method: string
    readonly path: string
    readonly params: Pairs
    readonly query: Pairs
    readonly headers: Pairs
  }
  /** The route that matched, with the prefix under which its application is piped. */
  readonly route?: {
    readonly path: string
    readonly name: string
    readonly methods: readonly string[] | null
    readonly basePath: string
  }
  /** In the order in which they were asked. */
  readonly pipeline: readonly ReportedStep[]
}

/** Collects the facts; values that sound like secrets are masked here, before anything shows them. */
export function errorReport(error: unknown, request: ServerRequest): ErrorReport {
  const status = statusOf(error)
  const { steps, failures } = trailOf(request)
  const culprit = failures.find((failure) => Object.is(failure.error, error))?.step
  // What handles errors stands in front of routing, and its view knows no params; that of whoever stood behind does.
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
