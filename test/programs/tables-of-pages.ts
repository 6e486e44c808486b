import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'

const DOCS = join(import.meta.dirname, '../../docs')

/**
 * Compares the part of a page of docs/ between `<!-- mark -->` and `<!-- end -->` with `text`, the results of tests.
 * `TABLES=write` prints the results and writes them into the page.
 */
export function expectOnPage(page: string, mark: string, text: string): void {
  const path = join(DOCS, page)
  const between = new RegExp(`(?<=<!-- ${mark} -->\n\n)[\\s\\S]*?(?=\n\n?<!-- end -->)`)
  if (process.env.TABLES === 'write') {
    console.log(text)
    const content = readFileSync(path, 'utf8')
    writeFileSync(
      path,
      content.replace(between, () => text),
    )
  }
  expect(between.exec(readFileSync(path, 'utf8'))?.[0], 'TABLES=write writes the results anew').toBe(text)
}

/** A table of Markdown, whose columns are as wide as their cells. */
export function drawTable([head = [], ...body]: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) => Math.max(...[head, ...body].map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]) => `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n')
}
