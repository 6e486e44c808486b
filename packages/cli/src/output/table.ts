import { printable } from '@app/core/extending'
import type { Terminal } from './terminal.ts'

const GAP = '  '
const LEAST = 8

/**
 * Prints an aligned table. In a terminal, shortens the widest columns until a row fits in a line; `styled` gives the line of a
 * row its colours.
 */
export function printTable(
  terminal: Terminal,
  headers: readonly string[],
  rows: readonly (readonly string[])[],
  styled: (row: number, line: string) => string = (_row, line) => line,
): void {
  const cells = rows.map((row) => row.map(printable))
  const widths = headers.map((header, column) => Math.max(header.length, ...cells.map((row) => lengthOf(row[column]))))
  if (terminal.width !== undefined) fit(widths, terminal.width)
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => pad(cell, widths[column] ?? 0, headers[column] === 'FROM'))
      .join(GAP)
      .trimEnd()
  terminal.print(terminal.style('dim', line(headers)))
  for (const [index, row] of cells.entries()) terminal.print(styled(index, line(row)))
}

/** Narrows the widest columns, down to a minimal width. */
function fit(widths: number[], width: number): void {
  const total = () => widths.reduce((sum, column) => sum + column + GAP.length, -GAP.length)
  while (total() > width) {
    const widest = Math.max(...widths)
    if (widest <= LEAST) return
    widths[widths.indexOf(widest)] = widest - 1
  }
}

/** Pads or shortens a cell: at its end, or at its beginning for paths of files, which often begin alike. */
function pad(cell: string, width: number, keepsEnd: boolean): string {
  const characters = [...cell]
  if (characters.length > width) {
    return keepsEnd ? `…${characters.slice(1 - width).join('')}` : `${characters.slice(0, width - 1).join('')}…`
  }
  return cell + ' '.repeat(width - characters.length)
}

function lengthOf(cell = ''): number {
  return [...cell].length
}

/** A number with its noun: `1 route`, `2 routes`. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
