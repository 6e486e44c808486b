import type { Segment } from '../path/segment.ts'

/**
 * Compares two paths segment by segment from the left. Negative if the first is more specific, 0 if they are equally
 * specific.
 *
 * The order is the one of the trait `precedence: 'specificity'`. If one path is the beginning of the other, the shorter
 * comes first.
 */
export function compareSpecificity(a: readonly Segment[], b: readonly Segment[]): number {
  for (let i = 0; i < a.length && i < b.length; i++) {
    const difference = compareSegments(a[i] as Segment, b[i] as Segment)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

function compareSegments(a: Segment, b: Segment): number {
  if (a.kind !== 'placeholder' || b.kind !== 'placeholder') return KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind)
  const byText = b.prefix.length - a.prefix.length || b.suffix.length - a.suffix.length
  return byText || Number(a.token === undefined) - Number(b.token === undefined)
}

const KINDS: readonly Segment['kind'][] = ['static', 'placeholder', 'rest']
