import { placeholdersOf, type Segment } from '@app/router'

/**
 * The spelling of a canonical path, or a part of one, for find-my-way.
 *
 * find-my-way would decode `%2B` to `+`. So the percent sign is replaced by a control character, which no path
 * contains.
 */
export function toEngine(path: string): string {
  return path.includes('%') ? path.replaceAll('%', '\x01') : path
}

/**
 * Segments in find-my-way's own syntax; the one at `anyAt` stands for any value.
 *
 * A token is only marked, since find-my-way would run it on values of any length and without the flag `u`.
 */
export function toPattern(segments: readonly Segment[], anyAt?: number): string {
  return segments.map((segment, at) => (at === anyAt ? '/:any' : `/${toPart(segment)}`)).join('')
}

/** A text for each segment, equal for segments that find-my-way cannot tell apart. */
export function shapesOf(segments: readonly Segment[]): readonly string[] {
  return segments.map((segment) => `/${toPart(segment, '')}`)
}

function toPart(segment: Segment, name?: string): string {
  if (segment.kind === 'static') return literal(segment.text)
  if (segment.kind === 'rest') return '*'
  const { prefix, suffix } = segment
  const [first] = placeholdersOf([segment])
  return `${literal(prefix)}:${name ?? first?.name}${expressionOf(segment)}${literal(suffix)}`
}

/**
 * Any value, spelled in several ways: find-my-way tells placeholders apart by the text of their expressions.
 *
 * What is more specific has an expression of its own, so that all that stands behind it is searched first.
 */
function expressionOf(segment: Exclude<Segment, { kind: 'static' | 'rest' }>): string {
  const hasToken = placeholdersOf([segment]).some(({ token }) => token !== undefined)
  if (segment.kind === 'placeholder') return hasToken ? '([^]{1,})' : segment.suffix ? '([^]+)' : ''
  const least = segment.separators.join('').length + 2
  return hasToken ? `([^]{${least},}?)` : `([^]{${least},})`
}

function literal(text: string): string {
  return toEngine(text).replaceAll(':', '::')
}
