import { stripVTControlCharacters } from 'node:util'

/**
 * The pieces of a text that fit into a width. A piece ends behind a blank, a comma or an opening bracket, or in front of a
 * slash; a word that is too long is cut anywhere. Spaces that a text begins with stand in front of each piece.
 */
export function wrap(text: string, width: number): readonly string[] {
  if (lengthOf(text) <= width) return [text]
  const indent = /^ */.exec(text)?.[0] ?? ''
  const room = Math.max(1, width - indent.length)
  const parts = text.slice(indent.length).split(BREAK)
  return filled(
    parts.flatMap((part) => cut(part, room)),
    room,
  ).map((piece) => indent + piece)
}

/**
 * The lines of a sentence in a width, where there is one; all but the first begin with `indent`. No word is cut, so that it
 * can be copied: a path, an address.
 */
export function wrapWords(
  text: string,
  width: number = Number.POSITIVE_INFINITY,
  indent: string = '',
): readonly string[] {
  return lengthOf(text) <= width ? [text] : filled(text.split(/(?<=\S\s)/), width, indent)
}

function filled(parts: readonly string[], width: number, indent: string = ''): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const part of parts) {
    if (line.trim() !== '' && lengthOf((line + part).trimEnd()) > width) {
      lines.push(line.trimEnd())
      line = indent
    }
    line += part
  }
  return [...lines, line.trimEnd()]
}

const BREAK = /(?<=[\s,([])|(?=\/)/

function cut(word: string, width: number): readonly string[] {
  const characters = [...word]
  const count = Math.ceil(characters.length / width)
  return Array.from({ length: count }, (_, at) => characters.slice(at * width, (at + 1) * width).join(''))
}

/** The characters of a text, of which colours are none. */
function lengthOf(text: string): number {
  return [...stripVTControlCharacters(text)].length
}
