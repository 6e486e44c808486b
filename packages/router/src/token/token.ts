import { parseExpression } from './parse-expression.ts'
import { refuseSlash } from './slash.ts'
import { judgeCost } from './token-cost.ts'
import { type TokenPlace, tokenError } from './token-error.ts'
import type { Expression } from './token-expression.ts'
import { findUnsupported } from './unsupported.ts'

/** True if a decoded value matches a token as a whole. */
export type TokenTest = (value: string) => boolean

/**
 * Compiles a token to a test of decoded values. The test is anchored and Unicode-aware, and matches slashes only in a
 * catch-all.
 *
 * The test immediately refuses values that are longer than any match. If the token itself sets no limit, the test also
 * refuses values that are longer than `LONGEST` says, so that no test takes long. Throws a `ConfigurationError` for an
 * expression that does not compile, for one that tokens do not support (such as an anchor, a named group, look-around,
 * a back reference, or a slash outside of a catch-all), and for one that could take too long to test a value within
 * this limit. With `allowUnsafe`, tokens that could take too long are accepted, and values of any length are tested.
 */
export function compileToken(place: TokenPlace, source: unknown, allowUnsafe = false): TokenTest {
  if (typeof source !== 'string' || source === '') {
    throw tokenError(place, source, 'is not the source of a regular expression. Write a string like "\\\\d+"')
  }
  if (lostBackslash(source)) {
    throw tokenError(place, source, `stands for the letter ${source[0]}. Write "\\\\${source}" in a string literal`)
  }
  const known = allowUnsafe ? undefined : safeTokens.get(keyOf(place, source))
  if (known) return known
  const regExp = compileExpression(place, source)
  const unsupported = findUnsupported(source)
  if (unsupported) throw tokenError(place, source, `holds ${unsupported}, which tokens do not support`)
  const expression = parseExpression(source)
  refuseSlash(place, source, expression)
  const longest = allowUnsafe ? Number.POSITIVE_INFINITY : longestValue(place, source, expression)
  const test: TokenTest = (value) => value.length <= longest && regExp.test(value)
  if (!allowUnsafe) safeTokens.set(keyOf(place, source), test)
  return test
}

/** True if a token has probably lost its backslash: in a string literal, `"\d+"` is the text `d+`. */
export function lostBackslash(source: string): boolean {
  return LOST_BACKSLASH.test(source)
}

const LOST_BACKSLASH = /^[dws](?:[+*?]|\{[\d,]*\})?$/i

/** The tests of safe tokens. Many routes have the same token, so each token is analysed only once. */
const safeTokens = new Map<string, TokenTest>()

function keyOf({ kind }: TokenPlace, source: string): string {
  return kind === 'rest' ? `...${source}` : `:${source}`
}

function compileExpression(place: TokenPlace, source: string): RegExp {
  try {
    new RegExp(source, 'u')
    return new RegExp(`^(?:${source})$`, 'u')
  } catch (error) {
    throw tokenError(place, source, `is not a regular expression: ${(error as Error).message}`)
  }
}

/**
 * The length, in UTF-16 units, of the longest value that a token accepts if the token itself sets no limit: in a
 * segment, in a catch-all, and in a catch-all whose test takes linear time. The last limit is greater than the length
 * of any path that a server accepts, and small enough that no engine of regular expressions overflows its stack.
 */
const LONGEST = { segment: 100, rest: 2_000, linearRest: 100_000 }

/** Returns the length of the longest value that the token accepts. Throws if a test could take too long. */
function longestValue(place: TokenPlace, source: string, expression: Expression): number {
  const most = place.kind === 'rest' ? LONGEST.rest : LONGEST.segment
  const { longest, isLinear, problem } = judgeCost(expression, most)
  if (problem) throw tokenError(place, source, `could take too long: ${problem}. ${ALLOW}`)
  if (longest !== Number.POSITIVE_INFINITY) return longest
  return place.kind === 'rest' && isLinear ? LONGEST.linearRest : most
}

const ALLOW =
  'Simplify it, lower the bounds of its quantifiers, or take the risk: set it by the option tokens, ' +
  'with allowUnsafeTokens: true'
