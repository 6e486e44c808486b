import type { Characters } from './characters.ts'

/** A parsed token, or a part of one. `source` is its text, which error messages quote. */
export type Expression =
  | { readonly kind: 'characters'; readonly source: string; readonly characters: Characters }
  | { readonly kind: 'sequence'; readonly source: string; readonly parts: readonly Expression[] }
  | { readonly kind: 'choice'; readonly source: string; readonly options: readonly Expression[] }
  | Repeat

/**
 * A repeated expression, such as `a{2,5}` with `min` 2 and `max` 5. Without a limit, `max` is `Infinity`. Lazy and
 * greedy repeats match the same values, so they are not distinguished.
 */
export interface Repeat {
  readonly kind: 'repeat'
  readonly source: string
  readonly body: Expression
  readonly min: number
  readonly max: number
}

/**
 * Lists the parts of an expression: the options of a choice, the parts of a sequence, the body of a repeat. A set of
 * characters has none.
 */
export function partsOf(expression: Expression): readonly Expression[] {
  if (expression.kind === 'characters') return []
  if (expression.kind === 'repeat') return [expression.body]
  return expression.kind === 'choice' ? expression.options : expression.parts
}

/** Returns the maximal length of a match in UTF-16 units; `Infinity` if it is unlimited. */
export function longestOf(expression: Expression): number {
  if (expression.kind === 'characters') return (expression.characters.at(-1)?.[1] ?? 0) > 0xffff ? 2 : 1
  if (expression.kind === 'repeat' && expression.max === 0) return 0
  const lengths = partsOf(expression).map(longestOf)
  if (expression.kind === 'choice') return lengths.reduce((most, length) => Math.max(most, length))
  const length = lengths.reduce((sum, part) => sum + part, 0)
  return expression.kind === 'repeat' && length > 0 ? length * expression.max : length
}

/** True if an expression matches the empty text. */
export function canBeEmpty(expression: Expression): boolean {
  if (expression.kind === 'characters') return false
  if (expression.kind === 'choice') return expression.options.some(canBeEmpty)
  return (expression.kind === 'repeat' && expression.min === 0) || partsOf(expression).every(canBeEmpty)
}

/** Returns the characters with which a match can begin. */
export function firstOf(expression: Expression): readonly Characters[] {
  if (expression.kind === 'characters') return [expression.characters]
  if (expression.kind === 'repeat' && expression.max === 0) return []
  if (expression.kind !== 'sequence') return partsOf(expression).flatMap(firstOf)
  const required = expression.parts.findIndex((part) => !canBeEmpty(part))
  return expression.parts.slice(0, required === -1 ? undefined : required + 1).flatMap(firstOf)
}
