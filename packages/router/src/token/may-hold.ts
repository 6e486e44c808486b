import { type Expression, overlap, parseExpression } from './token-expression.ts'
import { findUnsupported } from './token-safety.ts'

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
  switch (expression.kind) {
    case 'characters':
      return overlap(expression.characters, [[codePoint, codePoint]])
    case 'repeat':
      return takes(expression.body, codePoint)
    case 'choice':
      return expression.options.some((option) => takes(option, codePoint))
    case 'sequence':
      return expression.parts.some((part) => takes(part, codePoint))
  }
}

function compiles(source: string): boolean {
  try {
    new RegExp(source, 'u')
    return true
  } catch {
    return false
  }
}
