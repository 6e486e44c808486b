import { stripVTControlCharacters } from 'node:util'

/**
 * Splits the text of a cell into lines that fit into a width. A line ends after a blank, a comma or an opening bracket,
 * or before a slash. A word that is too long is cut anywhere. Each line is indented like the text.
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
 * Wraps a sentence into lines that fit into a width. Without a width, it stays one line. Each line except the first
 * begins with `indent`. No word is cut, so that a path or an address can be copied.
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

/** Counts the visible characters of a string; colour codes do not count. */
function lengthOf(text: string): number {
  return [...stripVTControlCharacters(text)].length
}
