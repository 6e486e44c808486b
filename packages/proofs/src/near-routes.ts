import { nearest as nearestText } from '@app/checks'
import type { ServerRequest } from '@app/core'
import type { ApplicationContent } from '@app/core/internal'
import type { Route, Segment } from '@app/router'
import { createPathForm, expandOptional, methodsOf, placeholdersOf } from '@app/router/adapter'

/** A route that nearly answers a request. */
export interface NearRoute {
  readonly name: string
  /** The path of the route, with the prefix of its application. */
  readonly path: string
  /** The methods of the route; `null` means any method that the router supports. */
  readonly methods: readonly string[] | null
  /** The reason why the route does not answer, such as `the token \d+ of {id} refuses "x"`. */
  readonly reason: string
}

/**
 * The reason why a route does not answer; `distance` is 0 for a route that only its method keeps from answering, and
 * grows to 4 for a misspelt segment.
 */
interface Miss {
  readonly reason: string
  readonly distance: number
}

type Near = NearRoute & Pick<Miss, 'distance'>

/**
 * Finds the routes of an application that would answer a request except for a single reason: the route has another
 * method, another text in one segment of the path, or one segment more or less; or the route `answering` answers in its
 * place.
 */
export function nearRoutes(
  { table, router }: ApplicationContent,
  request: ServerRequest,
  answering: Route | undefined,
): readonly Near[] {
  return table.routes.flatMap((route) => {
    if (route === answering) return []
    const methods = router ? methodsOf(route, router.traits) : (route.methods ?? 'any')
    const isMethod = methods === 'any' || methods.includes(request.method)
    const misses = expandOptional(route.segments).flatMap(
      (form) => missOf(route, form, request, answering, isMethod) ?? [],
    )
    const [miss] = misses.sort((a, b) => a.distance - b.distance)
    const { name, path } = route
    return miss ? [{ name, path: request.basePath + path, methods: route.methods, ...miss }] : []
  })
}

/** Returns the six routes that come nearest to answering, or all routes if there are fewer. */
export function nearest(routes: readonly Near[]): readonly NearRoute[] {
  const sorted = [...routes].sort((a, b) => a.distance - b.distance)
  return sorted.slice(0, MOST).map(({ distance: _, ...route }) => route)
}

const MOST = 6

function missOf(
  route: Route,
  form: readonly Segment[],
  { path, method }: ServerRequest,
  answering: Route | undefined,
  isMethod: boolean,
): Miss | undefined {
  // A path form (the path of a route with all, some or none of its optional parts) without segments is the empty path.
  // It matches only a request to the prefix of the application itself, whose path inside of the application is `/`.
  const isPath = form.length === 0 ? path === '/' : createPathForm(route, form).match(path) !== undefined
  if (isPath) {
    if (!isMethod)
      return { reason: `is for ${route.methods?.join(', ') || 'no method'}, and not for ${method}`, distance: 0 }
    return answering && { reason: `comes after ${answering}`, distance: 1 }
  }
  if (form.length === 0) return undefined
  const texts = path.slice(1).split('/')
  const isRest = form.at(-1)?.kind === 'rest'
  const fits = form.map((segment, index) => fitsSegment(route, segment, texts, index))
  const bad = fits.findIndex((isFit) => !isFit)
  if (isRest || texts.length === form.length) {
    if (bad === -1 || fits.filter((isFit) => !isFit).length > 1 || texts.length < form.length) return undefined
    const miss = segmentMiss(form[bad] as Segment, bad, texts)
    // A route that differs from the request in its path and also in its method is not near.
    return isMethod ? miss : undefined
  }
  const common = fits.slice(0, Math.min(texts.length, form.length))
  const longer = form.length - texts.length
  if (!isMethod || Math.abs(longer) !== 1 || common.length === 0 || common.includes(false)) return undefined
  if (longer === 1 && form.length === 1) return undefined
  return { reason: longer === 1 ? 'has one segment more' : 'has one segment less', distance: 3 }
}

function fitsSegment(route: Route, segment: Segment, texts: readonly string[], index: number): boolean {
  const text = segment.kind === 'rest' ? texts.slice(index).join('/') : texts[index]
  return text !== undefined && createPathForm(route, [segment]).match(`/${text}`) !== undefined
}

function segmentMiss(segment: Segment, index: number, texts: readonly string[]): Miss | undefined {
  const text = texts[index] ?? ''
  if (segment.kind === 'static') {
    if (nearestText(text, [segment.text]) === undefined) return undefined
    return { reason: `has "${segment.text}", and not "${text}"`, distance: 4 }
  }
  const tokens = placeholdersOf([segment]).flatMap(({ name, token }) =>
    token === undefined ? [] : [`${token} of {${name}}`],
  )
  if (tokens.length === 0 || text === '') return { reason: `needs a value for the segment "${text}"`, distance: 3 }
  const shown = segment.kind === 'rest' ? texts.slice(index).join('/') : text
  return { reason: `the token ${tokens.join(' or ')} refuses "${shown}"`, distance: 2 }
}
