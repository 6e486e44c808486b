/**
 * Describes the first construct in the source of a regular expression that tokens do not support, by its name, text and
 * position (counted from 0); returns `undefined` if tokens support the whole source.
 */
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
