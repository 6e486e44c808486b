import { escapeHtml, HTML_SOURCE, type HtmlSource } from '@app/core/extending'
import { kindOf, MarkupError } from './markup-error.ts'
import { isPromise, iterated, type Piece, promised } from './pieces.ts'
import type { TextHole } from './template.ts'

/** The parts of a page for a value in text. Throws a `MarkupError` for a value that is no text. */
export function writeText(hole: TextHole, value: unknown): readonly Piece[] {
  if (typeof value === 'string') return [escapeHtml(value)]
  if (value === undefined || value === null || value === false) return []
  if (typeof value === 'number' || typeof value === 'bigint') return [String(value)]
  if (typeof value === 'object') return writeObject(hole, value)
  throw misfit(hole, value)
}

function writeObject(hole: TextHole, value: object): readonly Piece[] {
  const write = (item: unknown) => writeText(hole, item)
  if (HTML_SOURCE in value) return [sourceOf(hole, value as HtmlSource)]
  if (value instanceof URL || value instanceof URLSearchParams) return [escapeHtml(String(value))]
  if (isPromise(value)) return [promised(value, write)]
  if (Symbol.asyncIterator in value) return [iterated(value as AsyncIterable<unknown>, write)]
  if (Symbol.iterator in value) return Array.from(value as Iterable<unknown>, write).flat()
  throw misfit(hole, value)
}

function sourceOf(hole: TextHole, value: HtmlSource): Piece {
  if (hole.takesMarkup) return value[HTML_SOURCE]()
  throw new MarkupError(`markup: value ${hole.index + 1} is markup, and this element takes text alone: ${hole.after}`)
}

function misfit({ index, after }: TextHole, value: unknown): MarkupError {
  const instead =
    typeof value === 'function' ? 'Call it' : value === true ? `Write \${condition && text}` : 'Make it a text'
  return new MarkupError(`markup: value ${index + 1} is ${kindOf(value)}, which is no text. ${instead}: ${after}`)
}
