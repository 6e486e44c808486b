import { RouteError } from '../route-error.ts'
import { findExponential, findUnsupported, longestMatch } from './token-safety.ts'

/** The longest value, in UTF-16 units, that is tested against a token without a maximal length. */
export const MAX_TOKEN_VALUE = 100

/** Whether a decoded value matches a token as a whole. */
export type TokenTest = (value: string) => boolean

/**
 * Compiles a token to a test of decoded values: anchored, Unicode-aware, never across a slash.
 *
 * A token without a maximal length refuses values longer than `MAX_TOKEN_VALUE`, so that no test takes long. Throws
 * `RouteError` for an expression that does not compile, that holds what a token cannot (anchors, groups by name,
 * look-around, back references), or that could take exponential time; `allowUnsafe` permits the last.
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
  checkSafety(owner, name, source, allowUnsafe)
  const bounded = !allowUnsafe && longestMatch(source) === Number.POSITIVE_INFINITY
  const test: TokenTest = bounded
    ? (value) => value.length <= MAX_TOKEN_VALUE && expression.test(value) && !value.includes('/')
    : (value) => expression.test(value) && !value.includes('/')
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

function checkSafety(owner: string, name: string, source: string, allowUnsafe: boolean): void {
  const unsupported = findUnsupported(source)
  if (unsupported) {
    throw tokenError(owner, name, source, `holds ${unsupported}, which a token cannot`)
  }
  if (allowUnsafe) return
  const exponential = findExponential(source)
  if (exponential) throw tokenError(owner, name, source, `could take exponential time: ${exponential}. ${ALLOW}`)
}

const ALLOW = 'Simplify it, or take the risk: set it by the option tokens, with allowUnsafeTokens: true'

function tokenError(owner: string, name: string, source: unknown, problem: string): RouteError {
  return new RouteError(
    `Route ${owner}: the token ${JSON.stringify(source) ?? String(source)} of {${name}} ${problem}.`,
  )
}
