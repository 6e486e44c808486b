/** Prints a table: a line for each row, with the name of the row and the text that `cell` gives for each column. */
export function table(title, columns, rows, cell) {
  const width = Math.max(...rows.map(({ name }) => name.length)) + 1
  console.log(`\n${title}`)
  console.log(''.padEnd(width) + columns.map((column) => column.padStart(8)).join(''))
  for (const row of rows) {
    console.log(row.name.padEnd(width) + columns.map((column) => (cell(row, column) ?? '–').padStart(8)).join(''))
  }
}
