import { createParams, type Params } from '../path/params.ts'
import type { Segment } from '../path/segment.ts'
import type { Route } from '../route.ts'
import { paramReader } from './param-reader.ts'

/** A route in one of the forms its optional tail stands for, as a regular expression and a reader of its values. */
export interface PathForm {
  readonly route: Route
  readonly segments: readonly Segment[]
  /** Whether every path of its shape is one of this form: nothing beside a value, no catch-all, no empty segment. */
  readonly isBare: boolean
  /** Matches the paths of this form, tokens aside: case, slashes and empty segments count, time is linear. */
  readonly pattern: RegExp
  /** The params of a path of this form, `undefined` where a token refuses one. */
  readonly read: (path: string) => Params | undefined
}

/** For adapters whose engine only proposes routes; `segments` is one of what `expandOptional` gives. */
export function createPathForm(route: Route, segments: readonly Segment[]): PathForm {
  const { places, tail } = placesOf(segments)
  const source = places.map(({ before, isRest }) => `${escapeLiteral(before)}${isRest ? '[^]*' : '[^/]+'}`)
  const readParams = paramReader(route)
  const isPlain = route.tokens.size === 0 && !route.options.defaults && !places.at(-1)?.isRest
  return {
    route,
    segments,
    isBare: segments.every(isBare),
    pattern: new RegExp(`^${source.join('')}${escapeLiteral(tail)}$`),
    read: (path) => {
      const values = valuesOf(places, path)
      // Values without anything encoded, tokens or defaults are the params already.
      return isPlain && !path.includes('%') ? values : readParams(values)
    },
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

function isBare(segment: Segment): boolean {
  if (segment.kind === 'static') return segment.text !== ''
  return segment.kind === 'placeholder' && !segment.prefix && !segment.suffix
}

function escapeLiteral(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')
}
