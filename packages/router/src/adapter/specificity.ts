import { placeholdersOf, type Segment } from '../path/segment.ts'

/**
 * Compares two paths segment by segment from the left. Returns a negative number if the first path is more specific, a
 * positive number if the second is, and 0 if both are equally specific.
 *
 * The order is that of the trait `precedence: 'specificity'`. If one path is the beginning of the other, the shorter
 * path is the more specific one.
 */
export function compareSpecificity(a: readonly Segment[], b: readonly Segment[]): number {
  for (let i = 0; i < a.length && i < b.length; i++) {
    const difference = compareSegments(a[i] as Segment, b[i] as Segment)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

function compareSegments(a: Segment, b: Segment): number {
  if (a.kind === 'rest' && b.kind === 'rest') return Number(hasToken(b)) - Number(hasToken(a))
  if (!hasText(a) || !hasText(b)) return RANKS[a.kind] - RANKS[b.kind]
  return (
    b.prefix.length - a.prefix.length ||
    b.suffix.length - a.suffix.length ||
    textBetween(b) - textBetween(a) ||
    Number(hasToken(b)) - Number(hasToken(a))
  )
}

type Valued = Extract<Segment, { kind: 'placeholder' | 'compound' }>

/** True if a segment has values, beside which literal text may stand. */
function hasText(segment: Segment): segment is Valued {
  return segment.kind === 'placeholder' || segment.kind === 'compound'
}

function textBetween(segment: Valued): number {
  return segment.kind === 'compound' ? segment.separators.join('').length : 0
}

function hasToken(segment: Segment): boolean {
  return placeholdersOf([segment]).some(({ token }) => token !== undefined)
}

const RANKS: Readonly<Record<Segment['kind'], number>> = { static: 0, placeholder: 1, compound: 1, rest: 2 }
