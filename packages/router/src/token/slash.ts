import { findTaking } from './may-hold.ts'
import { type TokenPlace, tokenError } from './token-error.ts'
import type { Expression } from './token-expression.ts'

/**
 * Throws for a token that could match a slash, unless it belongs to a catch-all. Any other placeholder is one segment,
 * so it would never match a value with a slash, and the author of the route would get a 404 instead of an error.
 */
export function refuseSlash(place: TokenPlace, source: string, expression: Expression): void {
  const part = place.kind === 'rest' ? undefined : findTaking(expression, SLASH)
  if (part === undefined) return
  const { kind, name } = place
  const rest = `${JSON.stringify(`{${name}...:${source}}`)} for the rest of the path, slashes included, or `
  const instead = `Write ${kind === 'end' ? rest : ''}${withoutSlash(part)}`
  throw tokenError(place, source, `could match a slash, but the placeholder is one segment. ${instead}`)
}

const SLASH = 47

function withoutSlash(part: string): string {
  const instead = REPLACED.find(([pattern]) => pattern.test(part))
  const quoted = JSON.stringify(part)
  return instead ? `${JSON.stringify(part.replace(...instead))} in place of ${quoted}` : `${quoted} without the slash`
}

const REPLACED: readonly (readonly [RegExp, string])[] = [
  [/^\.$/, '[^/]'],
  [/^\[\^/, '[^/'],
  [/^\\D$/, '[^/\\d]'],
  [/^\\S$/, '[^/\\s]'],
  [/^\\W$/, '[^/\\w]'],
]
