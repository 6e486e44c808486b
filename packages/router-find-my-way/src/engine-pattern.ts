import type { Segment } from '@app/router'
import { placeholdersOf } from '@app/router/adapter'

/**
 * Spells a canonical path, or a part of a path, for find-my-way.
 *
 * find-my-way would decode percent-encoded characters, such as `%2B` to `+`. So each percent sign is replaced by a
 * control character, which no canonical path contains.
 */
export function toEngine(path: string): string {
  return path.includes('%') ? path.replaceAll('%', '\x01') : path
}

/**
 * Writes a segment in find-my-way's syntax. A literal segment becomes its text, with each colon doubled; a segment with
 * placeholders becomes the text before its first placeholder, followed by `:name`; a catch-all becomes `*`.
 *
 * The text after a value and the value's token are left out. find-my-way would make regular expressions of them, run
 * these on values of any length and without the flag `u`, and sort all expressions at a node of its tree again whenever
 * it adds one there. Without `name`, the result is the same for all segments that find-my-way does not distinguish.
 */
export function toPart(segment: Segment, name = ''): string {
  if (segment.kind === 'static') return literal(segment.text)
  return segment.kind === 'rest' ? '*' : `${literal(segment.prefix)}:${name}`
}

/**
 * Writes a path in find-my-way's syntax, but without names. The result is the same for all paths that find-my-way does
 * not distinguish.
 */
export function toShape(segments: readonly Segment[]): string {
  let shape = ''
  for (const segment of segments) shape += `/${toPart(segment)}`
  return shape
}

/**
 * Writes segments in find-my-way's own syntax, with the name of each value; a segment with several values gets the name
 * of the first value.
 */
export function toPattern(segments: readonly Segment[]): string {
  return segments.map((segment) => `/${toPart(segment, placeholdersOf([segment])[0]?.name)}`).join('')
}

function literal(text: string): string {
  const spelled = toEngine(text)
  return spelled.includes(':') ? spelled.replaceAll(':', '::') : spelled
}
