import { printable } from '@app/core/extending'
import type { Terminal } from './terminal.ts'
import { wrap } from './wrap.ts'

/** Options of a printed table. */
export interface TableOptions {
  /**
   * The columns that are left out, in this order, if the terminal is too narrow for them. Each is named by the first
   * word of its header.
   */
  readonly spare?: readonly string[] | undefined
  /** Adds colours to a piece: the part of a cell's text that stands on one line. */
  readonly styled?: ((piece: string, cell: { readonly row: number; readonly column: string }) => string) | undefined
  /** True if a row begins a group. An empty line separates such a row from the row above. */
  readonly beginsGroup?: ((row: number) => boolean) | undefined
}

const GAP = '  '
/** The least width of a column, in characters. */
const LEAST = 8
/**
 * The number of lines beyond the first that a row may need on average. A table whose rows need more is hard to read, so
 * a spare column is left out.
 */
const FURTHER = 0.25

/**
 * Prints an aligned table without the columns that are empty on every line. If too many rows do not fit into a
 * terminal, the columns in `spare` are left out one by one, and a last line names them. The cells of a row that still
 * does not fit continue in the next line.
 */
export function printTable(
  terminal: Terminal,
  headers: readonly string[],
  rows: readonly (readonly string[])[],
  { spare = [], styled = (piece) => piece, beginsGroup = () => false }: TableOptions = {},
): void {
  const cells = rows.map((row) => row.map(printable))
  const columns = headers
    .map((header, at) => ({ header, at, lengths: cells.map((row) => lengthOf(row[at])) }))
    .filter(({ lengths }) => lengths.some((length) => length > 0))
    .map((column) => ({ ...column, width: Math.max(...column.lengths, lengthOf(column.header)) }))
  const { shown, left } = fitted(columns, terminal.width, spare)
  const header = shown.map((column) => column.header.padEnd(column.width)).join(GAP)
  terminal.print(terminal.style('dim', header.trimEnd()))
  for (const [row, texts] of cells.entries()) {
    if (row > 0 && beginsGroup(row)) terminal.print('')
    const pieces = shown.map((column) => wrap(texts[column.at] ?? '', column.width))
    for (let line = 0; line < Math.max(...pieces.map(({ length }) => length)); line++) {
      terminal.print(lineOf(shown, (at, column) => [pieces[at]?.[line] ?? '', { row, column: column.header }], styled))
    }
  }
  if (left.length > 0) terminal.print(terminal.style('dim', `Too narrow for ${left.join(', ')}.`))
}

interface Column {
  readonly header: string
  /** The index of the column's cell in a row. */
  readonly at: number
  /** The lengths of the column's cells. */
  readonly lengths: readonly number[]
  readonly width: number
}

/** Makes one line of a row. The spaces between the columns get no colours. */
function lineOf(
  columns: readonly Column[],
  cellOf: (at: number, column: Column) => [piece: string, cell: { readonly row: number; readonly column: string }],
  styled: NonNullable<TableOptions['styled']>,
): string {
  const texts = columns.map((column, at) => cellOf(at, column))
  const last = texts.findLastIndex(([piece]) => piece !== '')
  return texts
    .slice(0, last + 1)
    .map(([piece, cell], at) => {
      const rest = at === last ? '' : ' '.repeat((columns[at]?.width ?? 0) - lengthOf(piece))
      return (piece === '' ? '' : styled(piece, cell)) + rest
    })
    .join(GAP)
}

/** Returns the columns to show, narrowed to fit into a line, and the headers of the columns that are left out. */
function fitted(
  columns: readonly Column[],
  width: number | undefined,
  spare: readonly string[],
): { readonly shown: readonly Column[]; readonly left: readonly string[] } {
  const left: string[] = []
  let shown = columns
  for (let narrow = narrowed(shown, width); ; narrow = narrowed(shown, width)) {
    const next = spare.find((header) => shown.some((column) => isHeader(column, header)))
    if (next === undefined || isReadable(narrow)) {
      return { shown: narrow, left }
    }
    left.push(next)
    shown = shown.filter((column) => !isHeader(column, next))
  }
}

/** True if a word is the first word of a column's header, such as `FROM` of `FROM src/`. */
function isHeader({ header }: Column, word: string): boolean {
  return header.split(' ')[0] === word
}

/**
 * Narrows columns by one character at a time until a row fits into a line. Each time, the narrowed column is the one
 * whose cells then need the fewest additional lines. No column becomes narrower than its header, or than `LEAST`.
 */
function narrowed(columns: readonly Column[], width: number = Number.POSITIVE_INFINITY): readonly Column[] {
  const narrow = columns.map((column) => ({ ...column }))
  const over = narrow.reduce((sum, column) => sum + column.width + GAP.length, -GAP.length) - width
  for (let step = 0; step < over; step++) {
    const able = narrow.filter((column) => column.width > Math.max(LEAST, lengthOf(column.header)))
    const cost = (column: Column) => furtherLines(column, column.width - 1) - furtherLines(column, column.width)
    const [next] = able.sort((a, b) => cost(a) - cost(b) || b.width - a.width)
    if (next === undefined) break
    next.width--
  }
  return narrow
}

/** Counts the lines, beyond the first line of each cell, that the cells of a column need at a width of the column. */
function furtherLines({ lengths }: Column, width: number): number {
  return lengths.reduce((sum, length) => sum + Math.max(0, Math.ceil(length / width) - 1), 0)
}

function isReadable(columns: readonly Column[]): boolean {
  const rows = columns[0]?.lengths.length ?? 0
  return columns.reduce((sum, column) => sum + furtherLines(column, column.width), 0) <= rows * FURTHER
}

function lengthOf(cell = ''): number {
  return [...cell].length
}

/** Returns a number with its noun: `1 route`, `2 routes`. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
