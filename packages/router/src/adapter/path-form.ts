import { createParams, type Params } from '../path/params.ts'
import { placeholderNames, placeholdersOf, type Segment } from '../path/segment.ts'
import { type Split, splitOf } from '../path/split-compound.ts'
import type { Route } from '../route.ts'
import { paramReader } from './param-reader.ts'

/** One form of a route: its path with some of the optional parts, which matches paths and reads their values. */
export interface PathForm {
  readonly route: Route
  readonly segments: readonly Segment[]
  /** The names of the placeholders, in their order. */
  readonly names: readonly string[]
  /**
   * Whether the number of segments and the static ones decide about a match: no literal text beside a value, no
   * catch-all, no empty segment.
   */
  readonly isBare: boolean
  /** Whether values are params without further work unless they are encoded: there are no tokens and no defaults. */
  readonly isOpen: boolean
  /**
   * Matches the paths of this form, without testing tokens, in linear time. Case, slashes and empty segments matter.
   *
   * Of a segment with several placeholders it does not test the text between them; `read` does.
   */
  readonly pattern: RegExp
  /** The params of a canonical path; `undefined` if the path does not have this form or a token refuses a value. */
  readonly match: (path: string) => Params | undefined
  /** Like `match`, for a path that is known to match `pattern`. */
  readonly read: (path: string) => Params | undefined
}

/** Makes a form of a route from one of the results of `expandOptional`. */
export function createPathForm(route: Route, segments: readonly Segment[]): PathForm {
  const { places, tail } = placesOf(segments)
  const placeholders = placeholdersOf(segments)
  // Made at the first use: most forms match without a pattern, and a program with many routes starts sooner.
  let known: RegExp | undefined
  const pattern = (): RegExp => (known ??= patternOf(places, tail))
  const readParams = paramReader(route)
  const isOpen = !route.options.defaults && placeholders.every(({ token }) => token === undefined)
  const isPlain = isOpen && !places.at(-1)?.isRest
  const read = (path: string): Params | undefined => {
    const values = valuesOf(places, path)
    // Without encoded characters, tokens and defaults the values are the params.
    return values === undefined || (isPlain && !path.includes('%')) ? values : readParams(values)
  }
  return {
    route,
    segments,
    names: placeholders.map(({ name }) => name),
    isBare: segments.every(isBare),
    isOpen,
    get pattern() {
      return pattern()
    },
    match: (path) => (pattern().test(path) ? read(path) : undefined),
    read,
  }
}

/** The place of a value, or of several values of one segment: behind literal text, up to the suffix and the next slash. */
interface Place {
  readonly name: string
  /** What tells several values apart, and their names. */
  readonly split: Split | undefined
  readonly names: readonly string[]
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
    const names = placeholderNames([segment])
    places.push({
      name: names[0] as string,
      split: segment.kind === 'compound' ? splitOf(segment) : undefined,
      names,
      before: `${literal}/${prefix}`,
      suffixLength: suffix.length,
      isRest,
    })
    literal = suffix
  }
  return { places, tail: literal }
}

const NO_AFFIX = { prefix: '', suffix: '' }

function patternOf(places: readonly Place[], tail: string): RegExp {
  const source = places.map(({ before, isRest }) => `${escapeLiteral(before)}${isRest ? '[^]*' : '[^/]+'}`)
  return new RegExp(`^${source.join('')}${escapeLiteral(tail)}$`)
}

function valuesOf(places: readonly Place[], path: string): Params | undefined {
  const values = createParams()
  let at = 0
  for (const { name, split, names, before, suffixLength, isRest } of places) {
    const start = at + before.length
    const slash = isRest ? -1 : path.indexOf('/', start)
    at = (slash === -1 ? path.length : slash) - suffixLength
    const text = path.slice(start, at)
    if (split === undefined) {
      values[name] = text
      continue
    }
    const parts = split(text)
    if (parts === undefined) return undefined
    for (let i = 0; i < names.length; i++) values[names[i] as string] = parts[i] as string
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
