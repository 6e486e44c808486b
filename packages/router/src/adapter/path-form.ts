import { createParams, type Params } from '../path/params.ts'
import { placeholderNames, type Segment } from '../path/segment.ts'
import { type Split, splitOf } from '../path/split-compound.ts'
import type { Route, RouteOptions } from '../route.ts'
import { createReader, type ParamReader } from './param-reader.ts'

/**
 * One form of a route: its path with none, some or all of its optional parts. A form matches request paths, and reads
 * their params.
 */
export interface PathForm {
  readonly route: Route
  readonly segments: readonly Segment[]
  /** The names of the placeholders, in the order of the path. */
  readonly names: readonly string[]
  /**
   * True if `pattern` matches every path that has as many segments as the form, the static segments of the form in
   * their places, and no empty value. This is so if the form has no literal text beside a value, no catch-all, and no
   * empty segment.
   */
  readonly isBare: boolean
  /**
   * True if values without percent-encoding can be used as params unchanged. This is so if the form has no tokens and
   * no defaults.
   */
  readonly isOpen: boolean
  /**
   * Matches the paths of this form, without testing tokens, in linear time. The case of letters matters, and so does
   * each slash.
   *
   * In a segment with several placeholders the pattern does not test the text between them; `read` does.
   */
  readonly pattern: RegExp
  /**
   * Returns the params of a canonical path; `undefined` if the path does not match this form, or a token refuses a
   * value.
   */
  readonly match: (path: string) => Params | undefined
  /** Does the same as `match`, but without testing `pattern`. The caller has to know that the path matches it. */
  readonly read: (path: string) => Params | undefined
}

/** Makes a form of a route from its segments: one of the lists that `expandOptional` returns for the route. */
export function createPathForm(route: Route, segments: readonly Segment[]): PathForm {
  return new Form(route, segments)
}

/**
 * A form whose pattern and functions are made at their first use. Most forms of a large table are never used, or need
 * no pattern, so that the program starts sooner and takes less memory.
 */
class Form implements PathForm {
  readonly route: Route
  readonly segments: readonly Segment[]
  readonly isBare: boolean
  readonly isOpen: boolean
  /** The tokens of the route at the time of compiling, so that a later change of its options changes no matcher. */
  readonly #tokens: Route['tokens']
  readonly #defaults: RouteOptions['defaults']
  #reading: Reading | undefined

  constructor(route: Route, segments: readonly Segment[]) {
    this.route = route
    this.segments = segments
    let areBare = true
    let areOpen = !route.options.defaults
    for (const segment of segments) {
      areBare &&= isBare(segment)
      areOpen &&= isOpen(segment)
    }
    this.isBare = areBare
    this.isOpen = areOpen
    this.#tokens = route.tokens
    this.#defaults = route.options.defaults
  }

  get names(): readonly string[] {
    return placeholderNames(this.segments)
  }

  get pattern(): RegExp {
    return this.#ready().pattern()
  }

  get match(): PathForm['match'] {
    return this.#ready().match
  }

  get read(): PathForm['read'] {
    return this.#ready().read
  }

  #ready(): Reading {
    this.#reading ??= createReading(this, createReader(this.segments, this.#tokens, this.#defaults))
    return this.#reading
  }
}

/** The members of a form that are made at their first use. */
interface Reading extends Pick<PathForm, 'match' | 'read'> {
  readonly pattern: () => RegExp
}

function createReading({ segments, isOpen }: PathForm, readParams: ParamReader): Reading {
  const { valueParts, tail } = valuePartsOf(segments)
  let known: RegExp | undefined
  const pattern = (): RegExp => (known ??= patternOf(valueParts, tail))
  const isPlain = isOpen && !valueParts.at(-1)?.isRest
  const read = (path: string): Params | undefined => {
    const values = valuesOf(valueParts, path)
    // Without encoded characters, tokens and defaults, the values are the params.
    return values === undefined || (isPlain && !path.includes('%')) ? values : readParams(values)
  }
  return { pattern, match: (path) => (pattern().test(path) ? read(path) : undefined), read }
}

/**
 * The part of a path that is a value, or the several values of one segment with the text between them. It begins after
 * the literal text `before`, and ends `suffixLength` characters before the next slash or of the end of the path; a
 * catch-all ends at the end of the path.
 */
interface ValuePart {
  readonly name: string
  /** The function that splits the text of a segment with several values; `names` has the names of the values. */
  readonly split: Split | undefined
  readonly names: readonly string[]
  readonly before: string
  readonly suffixLength: number
  readonly isRest: boolean
}

function valuePartsOf(segments: readonly Segment[]): { valueParts: readonly ValuePart[]; tail: string } {
  const valueParts: ValuePart[] = []
  let literal = ''
  for (const segment of segments) {
    if (segment.kind === 'static') {
      literal += `/${segment.text}`
      continue
    }
    const isRest = segment.kind === 'rest'
    const { prefix, suffix } = isRest ? NO_AFFIX : segment
    const names = placeholderNames([segment])
    valueParts.push({
      name: names[0] as string,
      split: segment.kind === 'compound' ? splitOf(segment) : undefined,
      names,
      before: `${literal}/${prefix}`,
      suffixLength: suffix.length,
      isRest,
    })
    literal = suffix
  }
  return { valueParts, tail: literal }
}

const NO_AFFIX = { prefix: '', suffix: '' }

function patternOf(valueParts: readonly ValuePart[], tail: string): RegExp {
  const source = valueParts.map(({ before, isRest }) => `${escapeLiteral(before)}${isRest ? '[^]*' : '[^/]+'}`)
  return new RegExp(`^${source.join('')}${escapeLiteral(tail)}$`)
}

function valuesOf(valueParts: readonly ValuePart[], path: string): Params | undefined {
  const values = createParams()
  let at = 0
  for (const { name, split, names, before, suffixLength, isRest } of valueParts) {
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

function isOpen(segment: Segment): boolean {
  if (segment.kind === 'compound') return segment.placeholders.every(({ token }) => token === undefined)
  return segment.kind === 'static' || segment.token === undefined
}

function escapeLiteral(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')
}
