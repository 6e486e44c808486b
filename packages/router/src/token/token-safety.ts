import { type Budget, isAmbiguousLoop, MAX_COPIES } from './token-automaton.ts'
import { type Expression, parseExpression, type Repeat } from './token-expression.ts'

/**
 * The reason why matching `^(?:source)$` with the flag `u` could take exponential time; `undefined` if it cannot.
 *
 * The source compiles. The answer is one sentence without a full stop that quotes the ambiguous part. Polynomial time
 * is let through. A counted repeat is refused where its copies alone could make about a million ways of one value.
 * In doubt it refuses: counts above 100 are taken as unbounded, a Unicode property as holding all that is not ASCII,
 * and what is too large to check or holds what `findUnsupported` reports is named as such.
 */
export function findExponential(source: string): string | undefined {
  const unsupported = findUnsupported(source)
  if (unsupported) return `${unsupported} cannot be checked`
  const budget: Budget = { steps: MAX_STEPS }
  let choices = 0
  for (const { repeat, copies } of repeatsIn(parseExpression(source), 1)) {
    const isAmbiguous = isAmbiguousLoop(repeat.body, budget)
    if (isAmbiguous === undefined) return `"${repeat.source}" is too large to check`
    if (isAmbiguous && repeat.max === Infinity) return explain(repeat)
    const count = isAmbiguous ? repeat.max : canBeEmpty(repeat.body) ? repeat.min : 0
    if (count * copies > 1) choices += choicesIn(repeat.body, count * copies)
    if (choices > MAX_CHOICES) return explain(repeat)
  }
  return undefined
}

/** The maximal length of a match in UTF-16 units; `Infinity` if it is unlimited or unknown. */
export function longestMatch(source: string): number {
  return findUnsupported(source) ? Infinity : longest(parseExpression(source))
}

/** The first part of a source that the analysis does not model: its name, text and position, counted from 0. */
export function findUnsupported(source: string): string | undefined {
  let depth = 0
  for (const { 0: text, index } of source.matchAll(CONSTRUCT)) {
    const [, name] = UNSUPPORTED.find(([pattern]) => pattern.test(text)) ?? []
    if (name) return `${name} "${text}" at position ${index}`
    if (text === ')') depth--
    else if (text.startsWith('(') && ++depth > MAX_DEPTH) {
      return `a group nested more than ${MAX_DEPTH} deep at position ${index}`
    }
  }
  return undefined
}

/** Keeps the slowest source of a thousand characters within some ten milliseconds. */
const MAX_STEPS = 200_000

/** In bits: about a million ways to split one value. */
const MAX_CHOICES = 20

/** Longer values need not be distinguished from endless ones. */
const LONG_VALUE = 100

const MAX_DEPTH = 200

const CONSTRUCT = /\\(?:k<.*?>|[1-9]\d*|.)|\[(?:\\.|[^\]\\])*\]|\((?:\?(?::|<?[=!]|<.*?>|[a-z-]+:))?|[)^$]/gs

const UNSUPPORTED: readonly (readonly [RegExp, string])[] = [
  [/^\(\?[=!]/, 'a lookahead'],
  [/^\(\?<[=!]/, 'a lookbehind'],
  [/^\(\?</, 'a named group'],
  [/^\(\?[a-z-]/, 'a group with flags'],
  [/^\\[k1-9]/, 'a back reference'],
  [/^(?:\^|\$|\\b)$/i, 'an anchor'],
]

/** Inner repeats first, so that the smallest ambiguous part is named; `copies` is how often counts around it repeat it. */
function* repeatsIn(expression: Expression, copies: number): Generator<{ repeat: Repeat; copies: number }> {
  if (expression.kind === 'repeat') {
    yield* repeatsIn(expression.body, expression.max === Infinity ? copies : copies * expression.max)
    yield { repeat: expression, copies }
    return
  }
  for (const part of partsOf(expression)) yield* repeatsIn(part, copies)
}

function partsOf(expression: Expression): readonly Expression[] {
  if (expression.kind === 'characters') return []
  if (expression.kind === 'repeat') return [expression.body]
  return expression.kind === 'choice' ? expression.options : expression.parts
}

/** In bits, estimated: each copy takes one alternative, and ends at any of its characters but for the last copy. */
function choicesIn(body: Expression, copies: number): number {
  const ends = 1 + Math.min(longest(body), LONG_VALUE)
  return copies * Math.log2(alternativesIn(body) * ends) - Math.log2(ends)
}

function alternativesIn(expression: Expression): number {
  const own = expression.kind === 'choice' ? expression.options.length - 1 : 0
  return partsOf(expression).reduce((sum, part) => sum + alternativesIn(part) - 1, 1 + own)
}

function longest(expression: Expression): number {
  if (expression.kind === 'characters') return (expression.characters.at(-1)?.[1] ?? 0) > 0xffff ? 2 : 1
  const lengths = partsOf(expression).map(longest)
  if (expression.kind === 'choice') return lengths.reduce((most, length) => Math.max(most, length))
  const length = lengths.reduce((sum, part) => sum + part, 0)
  return expression.kind === 'repeat' && length > 0 ? length * expression.max : length
}

function canBeEmpty(expression: Expression): boolean {
  if (expression.kind === 'characters') return false
  if (expression.kind === 'choice') return expression.options.some(canBeEmpty)
  return (expression.kind === 'repeat' && expression.min === 0) || partsOf(expression).every(canBeEmpty)
}

function explain({ source, body }: Repeat): string {
  const isCut = holds(body, ({ max }) => max > MAX_COPIES && max < Infinity)
  const note = isCut ? ` (counts above ${MAX_COPIES} are taken as unbounded)` : ''
  return `"${source}" repeats ${reason(body)}, so one value can be split in exponentially many ways${note}`
}

function reason(body: Expression): string {
  if (holds(body, ({ max }) => max > MAX_COPIES)) return 'something that already repeats'
  if (alternativesIn(body) > 1) return 'alternatives that overlap'
  return canBeEmpty(body) ? 'something that can be empty' : 'something of which a part may be missing'
}

function holds(expression: Expression, isWanted: (repeat: Repeat) => boolean): boolean {
  if (expression.kind === 'repeat' && isWanted(expression)) return true
  return partsOf(expression).some((part) => holds(part, isWanted))
}
