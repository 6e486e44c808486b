import { createParams, type Params } from '../path/params.ts'
import type { Segment } from '../path/segment.ts'
import type { Route } from '../route.ts'
import { paramReader } from './param-reader.ts'

/** A route in one of the forms its optional tail stands for: which paths have it, and what their values are. */
export interface PathForm {
  readonly route: Route
  readonly segments: readonly Segment[]
  /** Those of its placeholders, in their order. */
  readonly names: readonly string[]
  /** Whether every path of its shape is one of this form: nothing beside a value, no catch-all, no empty segment. */
  readonly isBare: boolean
  /** Whether any values will do, and stand for themselves where nothing is encoded: there are no tokens, no defaults. */
  readonly isOpen: boolean
  /** Matches the paths of this form, tokens aside: case, slashes and empty segments count, time is linear. */
  readonly pattern: RegExp
  /** The params of a canonical path, `undefined` where it is none of this form, or a token refuses a value. */
  readonly match: (path: string) => Params | undefined
  /** The same for a path that is known to have the pattern. */
  readonly read: (path: string) => Params | undefined
}

/** Makes the form of a route whose `segments` are one of what `expandOptional` gives. */
export function createPathForm(route: Route, segments: readonly Segment[]): PathForm {
  const { places, tail } = placesOf(segments)
  const source = places.map(({ before, isRest }) => `${escapeLiteral(before)}${isRest ? '[^]*' : '[^/]+'}`)
  const pattern = new RegExp(`^${source.join('')}${escapeLiteral(tail)}$`)
  const readParams = paramReader(route)
  const isOpen = !route.options.defaults && segments.every(takesAnyValue)
  const isPlain = isOpen && !places.at(-1)?.isRest
  const read = (path: string): Params | undefined => {
    const values = valuesOf(places, path)
    // Values without anything encoded, tokens or defaults are the params already.
    return isPlain && !path.includes('%') ? values : readParams(values)
  }
  return {
    route,
    segments,
    names: places.map(({ name }) => name),
    isBare: segments.every(isBare),
    isOpen,
    pattern,
    match: (path) => (pattern.test(path) ? read(path) : undefined),
    read,
  }
}

/** Where a value stands: behind literal text, and up to the next slash but for the suffix. */
interface Place {
  readonly name: string
  readonly before: string
  readonly suffixLength: number
  readonly isRest: boolean
}

function placesOf(segments: readonly Segment[]): { places: readonly Place[]; tail: string } {
  const places: Place[] = []
  let literal = ''
  for (const segment of segments) {
    if (segment.kind === 'static') {
      literal += `/${segment.text}`
      continue
    }
    const isRest = segment.kind === 'rest'
    const { prefix, suffix } = isRest ? NO_AFFIX : segment
    places.push({ name: segment.name, before: `${literal}/${prefix}`, suffixLength: suffix.length, isRest })
    literal = suffix
  }
  return { places, tail: literal }
}

const NO_AFFIX = { prefix: '', suffix: '' }

function valuesOf(places: readonly Place[], path: string): Params {
  const values = createParams()
  let at = 0
  for (const { name, before, suffixLength, isRest } of places) {
    const start = at + before.length
    const slash = isRest ? -1 : path.indexOf('/', start)
    at = (slash === -1 ? path.length : slash) - suffixLength
    values[name] = path.slice(start, at)
  }
  return values
}

function takesAnyValue(segment: Segment): boolean {
  return segment.kind !== 'placeholder' || segment.token === undefined
}

function isBare(segment: Segment): boolean {
  if (segment.kind === 'static') return segment.text !== ''
  return segment.kind === 'placeholder' && !segment.prefix && !segment.suffix
}

function escapeLiteral(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')
}
