/** A table of a page: its rows as cells, without the line of dashes. */
type Rows = readonly (readonly string[])[]

/** The sizes in the tables of a page, in KiB, by the name of the package; `undefined` for a row without a size. */
export function sizesOn(page: string): ReadonlyMap<string, number | undefined> {
  const sizes = new Map<string, number | undefined>()
  for (const [, table = ''] of page.matchAll(TABLE)) {
    const rows = rowsOf(table)
    const column = rows[0]?.indexOf('size') ?? -1
    for (const row of rows) {
      const name = packageOf(row)
      if (name === undefined) continue
      const size = Number.parseFloat(row[column] ?? '')
      sizes.set(name, Number.isNaN(size) ? undefined : size)
    }
  }
  return sizes
}

/**
 * Gives the page with new sizes: each table that lists packages gets their sizes as its last column. `sizes` are in
 * octets.
 */
export function withSizes(page: string, sizes: ReadonlyMap<string, number>): string {
  return page.replace(TABLE, (table) => {
    const rows = rowsOf(table)
    if (!rows.some((row) => packageOf(row) !== undefined)) return table
    const [head = [], ...body] = rows.map((row, index) => {
      const others = rows[0]?.at(-1) === 'size' ? row.slice(0, rows[0].length - 1) : row
      const octets = sizes.get(packageOf(row) ?? '')
      return [...others, index === 0 ? 'size' : octets === undefined ? '' : `${inKibibytes(octets)} KiB`]
    })
    return drawn([head, ...body])
  })
}

/** A number of octets in KiB, as the page shows it. */
export function inKibibytes(octets: number): string {
  return (octets / 1024).toFixed(1)
}

function packageOf(row: readonly string[]): string | undefined {
  return row.map((cell) => /^\[`(@app\/[\w-]+)`\]\(\.\.\/packages\//.exec(cell)?.[1]).find((name) => name !== undefined)
}

function rowsOf(table: string): Rows {
  const lines = table.trimEnd().split('\n')
  return lines.filter((line) => !/^\|[\s|-]+$/.test(line)).map((line) => line.slice(1, -1).split('|').map(trimmed))
}

function drawn(rows: Rows): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, i) => (cells[i] ?? '').padEnd(width)).join(' | ')} |`
  const [head = [], ...body] = rows
  return `${[line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n')}\n`
}

function trimmed(cell: string): string {
  return cell.trim()
}

const TABLE = /((?:^\|.*\|\n)+)/gm
