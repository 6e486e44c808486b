import type { Route, Segment } from '@app/router'
import { createPathForm, expandOptional } from '@app/router/adapter'
import { canonicalSegment, exampleTexts } from '@app/router/internal'

/**
 * A set of paths: all paths of one form of a route, under the prefixes around the route. A form is the route's path
 * with all, some or none of its optional parts.
 *
 * If middleware has a prefix that covers only some of the paths, `divide` makes smaller sets, in which `known` says
 * more about the segments: one set has the covered paths, and the others together have the rest.
 */
export interface PathSet {
  readonly route: Route
  /** The segments of the prefixes around the route, then the segments of the form. */
  readonly segments: readonly Segment[]
  /** Facts about the segments in all paths of the set, by the index of the segment. */
  readonly known: ReadonlyMap<number, Known>
}

/** `is`: the string that the segment is. `not`: the strings that it is not. */
type Known = { readonly is: string } | { readonly not: readonly string[] }

/** Makes one set of paths for each form of a route. */
export function pathSetsOf(route: Route, basePath: string): readonly PathSet[] {
  const base = segmentsOf(basePath).map(literal)
  return expandOptional(route.segments).map((form) => {
    const segments = [...base, ...form]
    return { route, segments: segments.length === 0 ? [literal('')] : segments, known: new Map() }
  })
}

/** Makes the set that contains a single path. */
export function onlyPath(route: Route, path: string): PathSet {
  return { route, segments: segmentsOf(path).map(literal), known: new Map() }
}

/**
 * Divides a set into the paths under a prefix and the other paths. If all paths are under the prefix, `outside` is
 * empty; if none is, `under` is `undefined`.
 */
export function divide(
  set: PathSet,
  prefix: string,
): { readonly under: PathSet | undefined; readonly outside: readonly PathSet[] } {
  const outside: PathSet[] = []
  let under = set
  for (const [index, text] of segmentsOf(prefix).entries()) {
    const known = textAt(under, index)
    if (known === text) continue
    const within = known === undefined ? withKnown(under, index, { is: text }) : undefined
    if (within === undefined) return { under: undefined, outside: [...outside, under] }
    const not = notAt(under, index)
    const without = withKnown(under, index, { not: [...not, text] })
    if (without) outside.push(without)
    under = within
  }
  return { under, outside }
}

/**
 * Returns an example of the paths in a set. Another `number` usually gives another example. Returns `undefined` if no
 * path was found.
 */
export function pathOf(set: PathSet, number: number): string | undefined {
  const texts: string[] = []
  for (const [index, segment] of set.segments.entries()) {
    const text = textAt(set, index)
    if (typeof text === 'string') texts.push(text)
    else if (segment.kind === 'rest') texts.push(...(restOf(set, index, segment, number) ?? [undefined as never]))
    else texts.push(nth(freeTexts(set, index, segment).texts, number) as string)
  }
  if (texts.includes(undefined as never)) return undefined
  const path = `/${texts.join('/')}`
  const isOfRoute = createPathForm(set.route, set.segments).match(path) !== undefined
  return isOfRoute && !path.startsWith('//') ? path : undefined
}

/** Makes a key for comparing the sets of one route: equal sets have the same key. */
export function keyOf({ segments, known }: PathSet): string {
  return JSON.stringify([segments.length, [...known]])
}

/** Splits a path into its segments; the empty path has none. */
function segmentsOf(path: string): readonly string[] {
  return path === '' ? [] : path.slice(1).split('/')
}

function literal(text: string): Segment {
  return { kind: 'static', text, optional: 0 }
}

/**
 * Returns the string that a segment is; `undefined` if it may be one of several strings, `null` if there is no such
 * segment.
 */
function textAt({ segments, known }: PathSet, index: number): string | null | undefined {
  const fact = known.get(index)
  if (fact && 'is' in fact) return fact.is
  const segment = segments[index]
  if (segment === undefined) return segments.at(-1)?.kind === 'rest' ? undefined : null
  return segment.kind === 'static' ? segment.text : undefined
}

function notAt({ known }: PathSet, index: number): readonly string[] {
  const fact = known.get(index)
  return fact && 'not' in fact ? fact.not : []
}

/** Returns the paths of a set whose segment at `index` also fits `fact`; `undefined` if there are none. */
function withKnown(set: PathSet, index: number, fact: Known): PathSet | undefined {
  if ('is' in fact && notAt(set, index).includes(fact.is)) return undefined
  const divided = { ...set, known: new Map(set.known).set(index, fact) }
  const segment = set.segments[index]
  // The token of a catch-all is for several segments together, so it cannot be checked whether `fact` fits the token.
  // The paths are treated as possible.
  if (segment === undefined || segment.kind === 'rest') return divided
  if ('is' in fact) return createPathForm(set.route, [segment]).match(`/${fact.is}`) ? divided : undefined
  const { texts, isAll } = freeTexts(divided, index, segment)
  return texts.length === 0 && isAll ? undefined : divided
}

type Valued = Exclude<Segment, { kind: 'static' | 'rest' }>

/**
 * Returns strings that a segment can be according to its token and to `known`; `isAll` is `true` if the segment can be
 * no others.
 */
function freeTexts(set: PathSet, index: number, segment: Segment) {
  const not = notAt(set, index)
  const { texts, isAll } = textsOf(segment as Valued, not.length + SOME)
  const form = createPathForm(set.route, [segment])
  return { texts: texts.filter((text) => !not.includes(text) && form.match(`/${text}`) !== undefined), isAll }
}

/** The number of strings to try for a segment, beyond those that `known` excludes. */
const SOME = 8

/**
 * Returns strings that a segment can be according to its token alone; `isAll` is `true` if the segment can be no
 * others.
 */
function textsOf(segment: Valued, count: number): { readonly texts: readonly string[]; readonly isAll: boolean } {
  const { prefix, suffix } = segment
  const placeholders = segment.kind === 'compound' ? segment.placeholders : [segment]
  const separators = segment.kind === 'compound' ? segment.separators : []
  let isAll = true
  let texts: readonly string[] = [prefix]
  for (const [at, { token }] of placeholders.entries()) {
    const values = token === undefined ? anyValues(count) : exampleTexts(token, count)
    const spelt = [...new Set(values.texts.flatMap(spellings))]
    const joined = texts.flatMap((text) => spelt.map((value) => `${text}${value}${separators[at] ?? suffix}`))
    // Only two encodings of each value are tried here. A value for which these two differ has further encodings, so
    // `texts` does not have all strings that the segment can be.
    isAll &&= values.isAll && spelt.length === values.texts.length && joined.length <= MOST
    texts = joined.slice(0, MOST)
  }
  return { texts, isAll }
}

const MOST = 500

function anyValues(count: number) {
  return { texts: Array.from({ length: count }, (_, number) => `any-${number + 1}`), isAll: false }
}

/**
 * Returns two encodings of a value in a canonical path: one with as few percent-encoded characters as possible, and one
 * with as many as possible.
 */
export function spellings(value: string): readonly string[] {
  const encoded = encodeURIComponent(value).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  )
  const plain = encoded.replace(/%(?:2[146-9A-C]|3[ABD]|40)/gi, decodeURIComponent)
  const found = [canonicalSegment(plain), canonicalSegment(encoded)]
  return [...new Set(found)].filter((text) => text !== undefined && text !== '.' && text !== '..') as string[]
}

type Rest = Extract<Segment, { kind: 'rest' }>

/**
 * Returns strings for the segments that a catch-all matches, in accordance with `known`; `undefined` if the catch-all's
 * token matches none of the tried strings.
 */
function restOf(set: PathSet, start: number, { token }: Rest, number: number): readonly string[] | undefined {
  // An odd `number` makes the path longer by a segment, since another route may answer the shorter path.
  const last = Math.max(start, ...set.known.keys()) + (number % 2)
  const free = (index: number) =>
    anyValues(SOME + notAt(set, index).length).texts.filter((text) => !notAt(set, index).includes(text))
  const texts: (string | undefined)[] = []
  for (let index = start; index <= last; index++) texts.push(textAt(set, index) ?? nth(free(index), number))
  // A catch-all without a token, or with the token `.+`, matches all strings, so its token needs no check.
  if (token === undefined || token === '.+') return texts.includes(undefined) ? undefined : (texts as string[])
  const fits = exampleTexts(token, 200, true).texts.map((text) =>
    text.split('/').map((part) => spellings(part)[0] ?? ''),
  )
  const fitting = fits.filter((parts) =>
    texts.every((_, at) => {
      const text = textAt(set, start + at)
      const part = parts[at]
      return typeof text === 'string' ? part === text : part === undefined || !notAt(set, start + at).includes(part)
    }),
  )
  return nth(fitting, number)
}

function nth<T>(list: readonly T[], number: number): T | undefined {
  return list[number % list.length]
}
