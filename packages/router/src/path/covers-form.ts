import type { Route } from '../route.ts'
import { decodeSegment } from './canonical-path.ts'
import { placeholdersOf, type Segment } from './segment.ts'
import { splitOf } from './split-compound.ts'

type Rest = Extract<Segment, { kind: 'rest' }>
type Valued = Extract<Segment, { kind: 'placeholder' | 'compound' }>

/**
 * True if the form `wide` of a route (its path with some of its optional parts) matches every path that the form
 * `narrow` matches. False if that is uncertain. Tools use this function to find routes that are never reached, and
 * routes behind a guard.
 *
 * `tokens` are the tests for the values of `wide`.
 */
export function coversForm(wide: readonly Segment[], narrow: readonly Segment[], tokens: Route['tokens']): boolean {
  for (const [position, segment] of wide.entries()) {
    const other = narrow[position]
    if (other === undefined) return false
    if (segment.kind === 'rest') return coversRest(segment, narrow.slice(position))
    if (!coversSegment(segment, other, tokens)) return false
  }
  return wide.length === narrow.length
}

/**
 * True if a catch-all matches all paths that the rest of the form `narrow` matches. A catch-all with a token does so
 * only if `narrow` has a catch-all with the same token there.
 */
function coversRest({ token }: Rest, narrow: readonly Segment[]): boolean {
  const [first] = narrow
  return token === undefined || (first?.kind === 'rest' && first.token === token)
}

function coversSegment(wide: Exclude<Segment, Rest>, narrow: Segment, tokens: Route['tokens']): boolean {
  if (narrow.kind === 'rest') return false
  if (wide.kind === 'static') return narrow.kind === 'static' && narrow.text === wide.text
  return narrow.kind === 'static' ? matches(wide, narrow.text, tokens) : isWider(wide, narrow)
}

function matches(wide: Valued, text: string, tokens: Route['tokens']): boolean {
  const { prefix, suffix } = wide
  if (text.length <= prefix.length + suffix.length || !text.startsWith(prefix) || !text.endsWith(suffix)) return false
  const inside = text.slice(prefix.length, text.length - suffix.length)
  const values = wide.kind === 'compound' ? splitOf(wide)(inside) : [inside]
  const names = placeholdersOf([wide]).map(({ name }) => name)
  return (
    values?.every((raw, index) => {
      const value = decodeSegment(raw)
      return value !== undefined && (tokens.get(names[index] as string)?.(value) ?? true)
    }) ?? false
  )
}

function isWider(wide: Valued, narrow: Valued): boolean {
  const tokens = tokensOf(wide)
  if (wide.kind === 'compound' || tokens.some((token) => token !== undefined)) {
    return isSameText(wide, narrow) && tokensOf(narrow).every((token, i) => (tokens[i] ?? token) === token)
  }
  return narrow.prefix.startsWith(wide.prefix) && narrow.suffix.endsWith(wide.suffix)
}

function isSameText(a: Valued, b: Valued): boolean {
  return a.prefix === b.prefix && a.suffix === b.suffix && separatorsOf(a).join('/') === separatorsOf(b).join('/')
}

function separatorsOf(segment: Valued): readonly string[] {
  return segment.kind === 'compound' ? segment.separators : []
}

function tokensOf(segment: Valued): readonly (string | undefined)[] {
  return placeholdersOf([segment]).map(({ token }) => token)
}
