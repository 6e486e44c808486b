import { RouteError } from '../route-error.ts'
import { parseExpression } from './parse-expression.ts'
import { judgeCost } from './token-cost.ts'
import { findUnsupported } from './unsupported.ts'

/** The longest value, in UTF-16 units, that is tested against a token that sets no limit itself. */
export const MAX_TOKEN_VALUE = 100

/** Whether a decoded value matches a token as a whole. */
export type TokenTest = (value: string) => boolean

/**
 * Compiles a token to a test of decoded values: anchored, Unicode-aware, never across a slash.
 *
 * A value that is longer than any match, or than `MAX_TOKEN_VALUE` where the token sets no limit itself, is refused
 * untested, so that no test takes long. Throws `RouteError` for an expression that does not compile, that holds what a
 * token cannot (anchors, groups by name, look-around, back references), or that could take too long on a value within
 * the limit; `allowUnsafe` permits the last.
 */
export function compileToken(owner: string, name: string, source: unknown, allowUnsafe = false): TokenTest {
  if (typeof source !== 'string' || source === '') {
    throw tokenError(owner, name, source, 'is not the source of a regular expression. Write a string like "\\\\d+"')
  }
  if (lostBackslash(source)) {
    throw tokenError(
      owner,
      name,
      source,
      `stands for the letter ${source[0]}. Write "\\\\${source}" in a string literal`,
    )
  }
  const known = allowUnsafe ? undefined : safeTokens.get(source)
  if (known) return known
  const expression = compileExpression(owner, name, source)
  const unsupported = findUnsupported(source)
  if (unsupported) throw tokenError(owner, name, source, `holds ${unsupported}, which a token cannot`)
  const longest = allowUnsafe ? Number.POSITIVE_INFINITY : longestValue(owner, name, source)
  const test: TokenTest = (value) => value.length <= longest && expression.test(value) && !value.includes('/')
  if (!allowUnsafe) safeTokens.set(source, test)
  return test
}

/** Whether a token is `d+`, as `"\d+"` comes out of a string literal. */
export function lostBackslash(source: string): boolean {
  return LOST_BACKSLASH.test(source)
}

const LOST_BACKSLASH = /^[dws](?:[+*?]|\{[\d,]*\})?$/i

/** Large route tables repeat few tokens; each is analysed once. */
const safeTokens = new Map<string, TokenTest>()

function compileExpression(owner: string, name: string, source: string): RegExp {
  try {
    new RegExp(source, 'u')
    return new RegExp(`^(?:${source})$`, 'u')
  } catch (error) {
    throw tokenError(owner, name, source, `is not a regular expression: ${(error as Error).message}`)
  }
}

/** The length of the longest value that has to be tested. Throws if a test could take too long. */
function longestValue(owner: string, name: string, source: string): number {
  const { longest, problem } = judgeCost(parseExpression(source), MAX_TOKEN_VALUE)
  if (problem) throw tokenError(owner, name, source, `could take too long: ${problem}. ${ALLOW}`)
  return longest === Number.POSITIVE_INFINITY ? MAX_TOKEN_VALUE : longest
}

const ALLOW =
  'Simplify it, lower its counts, or take the risk: set it by the option tokens, with allowUnsafeTokens: true'

function tokenError(owner: string, name: string, source: unknown, problem: string): RouteError {
  return new RouteError(
    `Route ${owner}: the token ${JSON.stringify(source) ?? String(source)} of {${name}} ${problem}.`,
  )
}
