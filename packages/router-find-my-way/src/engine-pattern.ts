import type { Segment } from '@app/router'

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
 * Segments in find-my-way's own syntax.
 *
 * A token is only marked, since find-my-way would run it on values of any length and without the flag `u`.
 */
export function toPattern(segments: readonly Segment[]): string {
  return segments.map((segment) => `/${toPart(segment)}`).join('')
}

/** Equal for segments that find-my-way cannot tell apart. */
export function shapeOf(segments: readonly Segment[]): string {
  return toPattern(segments.map((segment) => (segment.kind === 'placeholder' ? { ...segment, name: '' } : segment)))
}

function toPart(segment: Segment): string {
  if (segment.kind === 'static') return literal(segment.text)
  if (segment.kind === 'rest') return '*'
  const { name, prefix, suffix, token } = segment
  const expression = token !== undefined ? WITH_TOKEN : suffix ? WITH_SUFFIX : ''
  return `${literal(prefix)}:${name}${expression}${literal(suffix)}`
}

/** Any value, spelled in two ways: find-my-way tells placeholders apart by the text of their expressions. */
const WITH_SUFFIX = '([^]+)'
const WITH_TOKEN = '([^]{1,})'

function literal(text: string): string {
  return toEngine(text).replaceAll(':', '::')
}
