import { overlap } from './characters.ts'
import { parseExpression } from './parse-expression.ts'
import { type Expression, partsOf } from './token-expression.ts'
import { findUnsupported } from './unsupported.ts'

/**
 * True if a value that matches the token `source` may contain the given text: false only if no part of the expression
 * matches the first character of the text.
 */
export function mayHold(source: string, text: string): boolean {
  const first = text.codePointAt(0)
  if (first === undefined || !compiles(source) || findUnsupported(source)) return true
  return findTaking(parseExpression(source), first) !== undefined
}

/** Finds the first part of an expression that matches a character, and returns its source, such as `[^x]` or `.`. */
export function findTaking(expression: Expression, codePoint: number): string | undefined {
  if (expression.kind === 'characters') {
    return overlap(expression.characters, [[codePoint, codePoint]]) ? expression.source : undefined
  }
  for (const part of partsOf(expression)) {
    const found = findTaking(part, codePoint)
    if (found !== undefined) return found
  }
  return undefined
}

function compiles(source: string): boolean {
  try {
    new RegExp(source, 'u')
    return true
  } catch {
    return false
  }
}
