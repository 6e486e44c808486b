import { canonicalPath, type Route, type Segment } from '@app/router'
import { createPathForm, expandOptional, placeholdersOf } from '@app/router/adapter'
import { exampleTexts } from '@app/router/internal'
import { pathOf, pathSetsOf, spellings } from './path-set.ts'

/** One form of a route: its path with all, some or none of its optional parts. */
interface Form {
  readonly number: number
  readonly segments: readonly Segment[]
  /** Checks whether a string can be the segment at this index of the form. */
  fits(index: number, text: string): boolean
  /**
   * Checks whether a whole path has this form; `undefined` for a form for which checking each segment by `fits` is
   * enough.
   */
  readonly match: ((path: string) => boolean) | undefined
}

/**
 * Returns example paths of routes: of each form (the path of a route with all, some or none of its optional parts), and
 * of each combination of forms that one path can match.
 *
 * The search goes segment by segment, and treats strings alike if the same forms match the path so far. (This is how a
 * nondeterministic automaton is made deterministic.) Only some strings of each token are tried, so that a combination
 * may be missed. Paths that only nearly match a route are added.
 */
export function pathsOfRoutes(routes: readonly Route[]): readonly string[] {
  const forms = routes
    .flatMap((route) => expandOptional(route.segments).map((segments) => ({ route, segments })))
    .map(formOf)
  const found = new Set<string>(routes.some(({ path }) => path === '') ? [''] : [])
  walk({ texts: [], alive: forms }, found, new Map())
  for (const route of routes) {
    for (const set of pathSetsOf(route, '')) {
      for (let number = 0; number < SOME; number++) found.add(pathOf(set, number) ?? '/')
    }
  }
  for (const path of [...found]) for (const near of nearly(path)) found.add(near)
  const canonical = [...found].map((path) => (path === '' ? path : canonicalPath(path)))
  return [...new Set(canonical)].filter((path) => path !== undefined)
}

/** The beginning of a path, and the forms that paths with this beginning may have. */
interface State {
  readonly texts: readonly string[]
  readonly alive: readonly Form[]
}

function walk(state: State, found: Set<string>, visits: Map<string, number>): void {
  const { texts, alive } = state
  const depth = texts.length
  if (depth > 0 && alive.some((form) => isWhole(form, depth))) found.add(`/${texts.join('/')}`)
  const isOpen = ({ segments }: Form) => depth < segments.length || (isRest(segments) && depth < segments.length + 1)
  if (found.size > MOST || !alive.some(isOpen)) return
  for (const [text, next] of nextStates(state)) {
    const key = `${depth} ${next.map(({ number }) => number).join(' ')}${tokenText(next, [...texts, text])}`
    const count = visits.get(key) ?? 0
    // States with the same depth and the same forms are visited twice at most; the second visit is for another text of
    // a placeholder.
    if (count === 2) continue
    visits.set(key, count + 1)
    walk({ texts: [...texts, text], alive: next }, found, visits)
  }
}

/**
 * Returns a string that distinguishes states with the same forms. If the path has reached a catch-all of one of the
 * forms, and the catch-all has a token, the string is the path so far, since such a token is matched against all
 * segments of the catch-all together. Otherwise the string is empty.
 */
function tokenText(forms: readonly Form[], texts: readonly string[]): string {
  return forms.some(({ match, segments }) => match && segments.length <= texts.length) ? `/${texts.join('/')}` : ''
}

/**
 * Returns strings for the next segment of a path, each with those forms of the state that match the path with this
 * segment; at most two strings for each combination of forms.
 */
function nextStates({ texts, alive }: State): readonly (readonly [text: string, alive: readonly Form[]])[] {
  const depth = texts.length
  const known = new Map<string, number>()
  const next: [string, readonly Form[]][] = []
  for (const text of candidates(alive, depth)) {
    const going = alive.filter((form) => form.fits(depth, text))
    const path = `/${[...texts, text].join('/')}`
    const key = going.map(({ number, match }) => `${number}${match?.(path) ?? ''}`).join(' ')
    const count = known.get(key) ?? 0
    if (going.length === 0 || count === 2) continue
    known.set(key, count + 1)
    next.push([text, going])
  }
  return next
}

/**
 * Returns strings to try as the segment of a path at index `depth`: strings that match this segment of one of the forms
 * `alive`, and strings that may match it in several of these forms.
 */
function candidates(alive: readonly Form[], depth: number): Iterable<string> {
  const here = alive.flatMap(({ segments }) => segments[depth] ?? segments.at(-1) ?? [])
  const texts = new Set(here.flatMap((segment) => (segment.kind === 'static' ? [segment.text] : [])))
  const open = here.filter((segment) => segment.kind !== 'static')
  if (open.length === 0) return texts
  const values = new Set(placeholdersOf(open).flatMap(({ token }) => valuesOf(token)))
  const pool = [...new Set(['any-1', 'a%20b', ...[...values].slice(0, MANY)])]
  const shapes = new Map(open.map((segment) => [JSON.stringify({ ...segment, optional: 0, name: '' }), segment]))
  const own = [...shapes.values()].flatMap((segment) => pool.flatMap((value) => textsWith(segment, value)))
  for (const text of [...own, ...pool]) texts.add(text)
  // A string that matches one segment, with the prefix and the suffix of another segment added, may match both
  // segments.
  for (const segment of shapes.values()) {
    if (segment.kind === 'rest' || (segment.prefix === '' && segment.suffix === '')) continue
    for (const text of [...texts].slice(0, MOST_TEXTS)) {
      const begun = text.startsWith(segment.prefix) ? text : segment.prefix + text
      texts.add(begun.endsWith(segment.suffix) ? begun : begun + segment.suffix)
    }
  }
  return texts
}

/** Returns example values of a token; for a token that matches several segments, the segments of its values. */
function valuesOf(token: string | undefined): readonly string[] {
  if (token === undefined) return []
  const { texts } = exampleTexts(token, FEW, true)
  return texts.flatMap((text) => text.split('/')).flatMap(spellings)
}

/**
 * Returns strings of a segment with the given value in all its placeholders, in the first one only, and in the last one
 * only; for a catch-all, the value and the empty string.
 */
function textsWith(segment: Exclude<Segment, { kind: 'static' }>, value: string): readonly string[] {
  if (segment.kind === 'rest') return [value, '']
  const { prefix, suffix } = segment
  if (segment.kind === 'placeholder') return [`${prefix}${value}${suffix}`]
  const last = segment.separators.length
  return [-1, 0, last].map((place) => {
    const at = (index: number) => (place === -1 || place === index ? value : 'any')
    const inside = segment.separators.map((separator, index) => `${separator}${at(index + 1)}`)
    return `${prefix}${at(0)}${inside.join('')}${suffix}`
  })
}

const SOME = 8
const FEW = 4
const MANY = 24
const MOST_TEXTS = 400
/**
 * The number of example paths after which the search for further ones ends. Applications of usual size have a few
 * thousand.
 */
const MOST = 100_000

function formOf({ route, segments }: { route: Route; segments: readonly Segment[] }, number: number): Form {
  const forms = segments.map((segment) =>
    segment.kind === 'static' || segment.kind === 'rest' ? undefined : createPathForm(route, [segment]),
  )
  const last = segments.at(-1)
  const hasToken = last?.kind === 'rest' && last.token !== undefined
  const whole = createPathForm(route, segments)
  return {
    number,
    segments,
    match: hasToken ? (path) => whole.match(path) !== undefined : undefined,
    fits: (index, text) => {
      const segment = segments[index]
      if (segment === undefined) return isRest(segments)
      if (segment.kind === 'static') return segment.text === text
      return segment.kind === 'rest' || forms[index]?.match(`/${text}`) !== undefined
    },
  }
}

function isRest(segments: readonly Segment[]): boolean {
  return segments.at(-1)?.kind === 'rest'
}

function isWhole({ segments }: Form, depth: number): boolean {
  return isRest(segments) ? depth >= segments.length : depth === segments.length
}

/**
 * Returns paths that differ from a path in a slash at the end, in one more segment, or in upper case. A careless router
 * may treat them like that path.
 */
function nearly(path: string): readonly string[] {
  return [`${path}/`, `${path}/any-9`, path.replace(/%..|[a-z]+/g, (text) => text.toUpperCase())]
}
