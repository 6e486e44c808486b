import type { Segment } from '@app/router'

/** Compares two paths segment by segment: negative where the first is more specific, or shorter, 0 where they are alike. */
export function compareSpecificity(a: readonly Segment[], b: readonly Segment[]): number {
  for (let i = 0; i < a.length && i < b.length; i++) {
    const difference = compareSegments(a[i] as Segment, b[i] as Segment)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

/** Literal text, then placeholders, then a catch-all; of placeholders those with more literal text beside the value. */
function compareSegments(a: Segment, b: Segment): number {
  if (a.kind !== 'placeholder' || b.kind !== 'placeholder') return KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind)
  const byText = b.prefix.length - a.prefix.length || b.suffix.length - a.suffix.length
  return byText || Number(a.token === undefined) - Number(b.token === undefined)
}

const KINDS: readonly Segment['kind'][] = ['static', 'placeholder', 'rest']
