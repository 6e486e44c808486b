import { escapeHtml, HTML_SOURCE, type HtmlSource, type UsageError } from '@app/core/extending'
import { invalidMarkup, kindOf } from './invalid-markup.ts'
import { type Collected, isPromise, iterated, type Piece, promised, type Write } from './pieces.ts'
import type { TextHole } from './template.ts'

/** Writes a value in text. Throws a `UsageError` (`APP_MARKUP`) for a value that cannot be written as text. */
export function writeText(page: Collected, hole: TextHole, value: unknown): void {
  if (typeof value === 'string') page.add(escapeHtml(value))
  else if (value === undefined || value === null || value === false) return
  else if (typeof value === 'number' || typeof value === 'bigint') page.add(String(value))
  else if (typeof value === 'object') writeObject(page, hole, value)
  else throw misfit(hole, value)
}

function writeObject(page: Collected, hole: TextHole, value: object): void {
  const write: Write<unknown> = (to, item) => writeText(to, hole, item)
  if (HTML_SOURCE in value) page.add(sourceOf(hole, value as HtmlSource))
  else if (value instanceof URL || value instanceof URLSearchParams) page.add(escapeHtml(String(value)))
  else if (isPromise(value)) page.add(promised(value, write))
  else if (Symbol.asyncIterator in value) page.add(iterated(value as AsyncIterable<unknown>, write))
  else if (Symbol.iterator in value) for (const item of value as Iterable<unknown>) writeText(page, hole, item)
  else throw misfit(hole, value)
}

function sourceOf(hole: TextHole, value: HtmlSource): Piece {
  if (hole.takesMarkup) return value[HTML_SOURCE]()
  throw invalidMarkup(`markup: value ${hole.index + 1} is markup, and this element takes text alone: ${hole.after}`)
}

function misfit({ index, after }: TextHole, value: unknown): UsageError {
  const instead =
    typeof value === 'function' ? 'Call it' : value === true ? `Write \${condition && text}` : 'Make it a string'
  return invalidMarkup(`markup: value ${index + 1} is ${kindOf(value)}, which is not a string. ${instead}: ${after}`)
}
