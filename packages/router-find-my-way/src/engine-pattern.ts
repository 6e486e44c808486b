import type { Segment } from '@app/router'
import { placeholdersOf } from '@app/router/adapter'

/**
 * The spelling of a canonical path, or of a part of a path, for find-my-way.
 *
 * find-my-way would decode `%2B` to `+`. So the percent sign is replaced by a control character, which no path
 * contains.
 */
export function toEngine(path: string): string {
  return path.includes('%') ? path.replaceAll('%', '\x01') : path
}

/**
 * The part of a segment that find-my-way gets: literal text, text before a value, or the rest of the path.
 *
 * The text after a value and the value's token are left out: find-my-way would run an expression on values of any
 * length and without the flag `u`, and would sort all expressions at one place of its tree again whenever one is added.
 * Without a name, the part is the same for all segments that find-my-way does not distinguish.
 */
export function toPart(segment: Segment, name = ''): string {
  if (segment.kind === 'static') return literal(segment.text)
  return segment.kind === 'rest' ? '*' : `${literal(segment.prefix)}:${name}`
}

/** Joins the parts of all segments to a text, which is the same for all paths that find-my-way does not distinguish. */
export function toShape(segments: readonly Segment[]): string {
  let shape = ''
  for (const segment of segments) shape += `/${toPart(segment)}`
  return shape
}

/**
 * Writes segments in find-my-way's own syntax, with the name of each value; a segment with several values gets the name
 * of the first.
 */
export function toPattern(segments: readonly Segment[]): string {
  return segments.map((segment) => `/${toPart(segment, placeholdersOf([segment])[0]?.name)}`).join('')
}

function literal(text: string): string {
  const spelled = toEngine(text)
  return spelled.includes(':') ? spelled.replaceAll(':', '::') : spelled
}
