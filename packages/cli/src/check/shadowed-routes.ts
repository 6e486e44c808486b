import type { ApplicationDescription, RouteDescription } from '@app/core'
import { Route, type RouterTraits, type Segment } from '@app/router'
import { expandOptional, methodsOf } from '@app/router/adapter'
import { coversForm } from '@app/router/internal'
import type { Problem } from '../command.ts'

interface Candidate {
  readonly route: Route
  readonly methods: 'any' | readonly string[]
  readonly forms: readonly (readonly Segment[])[]
  readonly label: string
}

/** Finds routes that the router never chooses, since it chooses earlier routes for all their requests. */
export function shadowedRoutes({ routes, router }: ApplicationDescription): readonly Problem[] {
  if (!router) return []
  const candidates = routes.map((route) => candidateOf(route, router.traits))
  return candidates.flatMap((candidate, position) => {
    const earlier = candidates.slice(0, position)
    const winners = winnersOver(candidate, earlier, router.traits)
    if (winners === undefined) return []
    const by = [...winners].map(({ label }) => label).join(' and ')
    const instead =
      router.traits.precedence === 'registration' ? 'Register it before' : 'Remove one of them, or use other methods'
    const message = `Route ${candidate.label} can never match: ${router.name} gives its requests to ${by}. ${instead}.`
    return [{ kind: 'shadowed-route' as const, message }]
  })
}

function candidateOf(description: RouteDescription, traits: RouterTraits): Candidate {
  const { path, methods, name, options, entry } = description
  const route = new Route(path, undefined, methods, name).setOptions(options)
  const origin = entry?.origin === undefined ? '' : ` of ${entry.origin}`
  return { route, methods: methodsOf(route, traits), forms: expandOptional(route.segments), label: `${route}${origin}` }
}

/**
 * Returns the earlier routes that together get all requests of a route; `undefined` if the route gets some of its
 * requests itself.
 */
function winnersOver(
  { methods, forms }: Candidate,
  earlier: readonly Candidate[],
  { precedence }: RouterTraits,
): ReadonlySet<Candidate> | undefined {
  const winners = new Set<Candidate>()
  for (const method of methods === 'any' ? [undefined] : methods) {
    for (const form of forms) {
      const winner = earlier.find((rival) => hasMethod(rival, method) && wins(rival, form, precedence))
      if (!winner) return undefined
      winners.add(winner)
    }
  }
  return winners.size === 0 ? undefined : winners
}

/** True if a route answers a method, or, for `undefined`, every method. */
function hasMethod({ methods }: Candidate, method: string | undefined): boolean {
  return methods === 'any' || (method !== undefined && methods.includes(method))
}

/**
 * True if an earlier route gets all requests for one form of a later route's path. A form is the path with some of its
 * optional parts. With the precedence `registration`, the earlier route gets these requests if it matches their paths.
 * With `specificity`, the router tries more specific routes first, so the earlier route must also have the same
 * segments as the form, apart from names.
 */
function wins({ forms, route }: Candidate, form: readonly Segment[], precedence: RouterTraits['precedence']): boolean {
  return forms.some((rival) => {
    if (!coversForm(rival, form, route.tokens)) return false
    return precedence === 'registration' || isSameShape(rival, form)
  })
}

function isSameShape(a: readonly Segment[], b: readonly Segment[]): boolean {
  return shapeOf(a) === shapeOf(b)
}

function shapeOf(segments: readonly Segment[]): string {
  return JSON.stringify(segments, (key, value) => (key === 'name' || key === 'optional' ? '' : value))
}
