/** Prints a table whose columns are as wide as their content. */
export function printTable(heads: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = heads.map((head, i) => Math.max(...[heads, ...rows].map((row) => row[i]?.length ?? 0), head.length))
  const line = (cells: readonly string[]) =>
    `│ ${widths.map((width, i) => (cells[i] ?? '').padEnd(width)).join(' │ ')} │`
  const rule = widths.map((width) => '─'.repeat(width + 2)).join('┼')
  console.log(['', line(heads), `├${rule}┤`, ...rows.map(line), ''].join('\n'))
}
