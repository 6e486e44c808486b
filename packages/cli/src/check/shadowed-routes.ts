import type { ApplicationDescription, RouteDescription } from '@app/core'
import { Route, type RouterTraits, type Segment } from '@app/router'
import { decodeSegment, expandOptional, methodsOf, placeholdersOf, splitOf } from '@app/router/adapter'
import type { Problem } from '../command.ts'

interface Candidate {
  readonly route: Route
  readonly methods: 'any' | readonly string[]
  readonly forms: readonly (readonly Segment[])[]
  readonly label: string
}

/** Finds routes that the router never gives, since other routes win all their requests. */
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

/** The routes that together win every request of a route; `undefined` if requests are left. */
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

/** `undefined` stands for all methods there are. */
function hasMethod({ methods }: Candidate, method: string | undefined): boolean {
  return methods === 'any' || (method !== undefined && methods.includes(method))
}

/**
 * With the precedence `registration`, an earlier route wins whenever it matches. With `specificity`, wider routes come
 * later, so only a route of the same shape can win.
 */
function wins({ forms, route }: Candidate, form: readonly Segment[], precedence: RouterTraits['precedence']): boolean {
  return forms.some((rival) => {
    if (!covers(rival, form, route.tokens)) return false
    return precedence === 'registration' || isSameShape(rival, form)
  })
}

function isSameShape(a: readonly Segment[], b: readonly Segment[]): boolean {
  return shapeOf(a) === shapeOf(b)
}

function shapeOf(segments: readonly Segment[]): string {
  return JSON.stringify(segments, (key, value) => (key === 'name' || key === 'optional' ? '' : value))
}

type Rest = Extract<Segment, { kind: 'rest' }>
type Valued = Extract<Segment, { kind: 'placeholder' | 'compound' }>

/** Whether one form of a route matches every path that another form matches. In doubt: no. */
export function covers(wide: readonly Segment[], narrow: readonly Segment[], tokens: Route['tokens']): boolean {
  for (const [position, segment] of wide.entries()) {
    const other = narrow[position]
    if (other === undefined) return false
    if (segment.kind === 'rest') return coversRest(segment, narrow.slice(position))
    if (!coversSegment(segment, other, tokens)) return false
  }
  return wide.length === narrow.length
}

/** A catch-all with a token covers the same catch-all alone. */
function coversRest({ token }: Rest, narrow: readonly Segment[]): boolean {
  const [first] = narrow
  return token === undefined || (first?.kind === 'rest' && first.token === token)
}

function coversSegment(wide: Exclude<Segment, Rest>, narrow: Segment, tokens: Route['tokens']): boolean {
  if (narrow.kind === 'rest') return false
  if (wide.kind === 'static') return narrow.kind === 'static' && narrow.text === wide.text
  return narrow.kind === 'static' ? matches(wide, narrow.text, tokens) : isWider(wide, narrow)
}

function matches(wide: Valued, text: string, tokens: Route['tokens']): boolean {
  const { prefix, suffix } = wide
  if (text.length <= prefix.length + suffix.length || !text.startsWith(prefix) || !text.endsWith(suffix)) return false
  const inside = text.slice(prefix.length, text.length - suffix.length)
  const values = wide.kind === 'compound' ? splitOf(wide)(inside) : [inside]
  const names = placeholdersOf([wide]).map(({ name }) => name)
  return (
    values?.every((raw, index) => {
      const value = decodeSegment(raw)
      return value !== undefined && (tokens.get(names[index] as string)?.(value) ?? true)
    }) ?? false
  )
}

function isWider(wide: Valued, narrow: Valued): boolean {
  const tokens = tokensOf(wide)
  if (wide.kind === 'compound' || tokens.some((token) => token !== undefined)) {
    return isSameText(wide, narrow) && tokensOf(narrow).every((token, i) => (tokens[i] ?? token) === token)
  }
  return narrow.prefix.startsWith(wide.prefix) && narrow.suffix.endsWith(wide.suffix)
}

function isSameText(a: Valued, b: Valued): boolean {
  return a.prefix === b.prefix && a.suffix === b.suffix && separatorsOf(a).join('/') === separatorsOf(b).join('/')
}

function separatorsOf(segment: Valued): readonly string[] {
  return segment.kind === 'compound' ? segment.separators : []
}

function tokensOf(segment: Valued): readonly (string | undefined)[] {
  return placeholdersOf([segment]).map(({ token }) => token)
}
