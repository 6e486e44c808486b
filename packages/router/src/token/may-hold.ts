import { overlap } from './characters.ts'
import { parseExpression } from './parse-expression.ts'
import { type Expression, partsOf } from './token-expression.ts'
import { findUnsupported } from './unsupported.ts'

/**
 * Whether a value that matches a token can hold a text; in doubt it can.
 *
 * It cannot where no part of the expression takes the first character of the text.
 */
export function mayHold(source: string, text: string): boolean {
  const first = text.codePointAt(0)
  if (first === undefined || !compiles(source) || findUnsupported(source)) return true
  return takes(parseExpression(source), first)
}

function takes(expression: Expression, codePoint: number): boolean {
  if (expression.kind === 'characters') return overlap(expression.characters, [[codePoint, codePoint]])
  return partsOf(expression).some((part) => takes(part, codePoint))
}

function compiles(source: string): boolean {
  try {
    new RegExp(source, 'u')
    return true
  } catch {
    return false
  }
}
