import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { printTable, type TableOptions } from './table.ts'
import { createTerminal } from './terminal.ts'

function printed(
  columns: number | undefined,
  headers: readonly string[],
  rows: readonly (readonly string[])[],
  options?: TableOptions,
  env: NodeJS.ProcessEnv = { NO_COLOR: '1' },
): string {
  const stdout = Object.assign(new PassThrough(), columns === undefined ? {} : { isTTY: true, columns })
  const terminal = createTerminal({ stdout, stderr: new PassThrough(), env } as unknown as NodeJS.Process)
  printTable(terminal, headers, rows, options)
  return stdout.read().toString()
}

function written(columns: number | undefined, env: NodeJS.ProcessEnv = {}): string {
  const rows = [
    ['a-rather-long-name', 'config/autoload/app.global.ts'],
    ['é', ''],
  ]
  return printed(columns, ['NAME', 'FROM'], rows, {}, env)
}

test('to a pipe, a table is printed with all columns in full width, aligned and without colours', () => {
  expect(written(undefined)).toBe(`NAME                FROM
a-rather-long-name  config/autoload/app.global.ts
é
`)
})

test('in a terminal, the text of a cell that does not fit continues in the next line', () => {
  expect(written(37, { NO_COLOR: '1' })).toBe(`NAME                FROM
a-rather-long-name  config/autoload
                    /app.global.ts
é
`)
})

test('in a very narrow terminal, no column of a table becomes narrower than eight characters', () => {
  expect(written(5, { NO_COLOR: '1' })).toContain('a-rather  config\n')
})

test('if more than a quarter of the rows would need several lines, the first column in the option spare is left out, and a last line names this column', () => {
  const rows = ['/a', '/b', '/c', '/d'].map((path) => [path, 'a handler with a name', 'src/app.ts'])
  const narrow = printed(30, ['PATH', 'HANDLER', 'FROM src/'], rows, { spare: ['FROM', 'HANDLER'] })
  expect(narrow.split('\n').slice(0, 2)).toEqual(['PATH  HANDLER', '/a    a handler with a name'])
  expect(narrow).toContain('\nToo narrow for FROM.\n')
  expect(printed(40, ['PATH', 'HANDLER', 'FROM src/'], rows, { spare: ['FROM', 'HANDLER'] })).not.toContain(
    'Too narrow',
  )
})

test('a table leaves out a column that is empty on every line', () => {
  expect(printed(undefined, ['A', 'B', 'C'], [['a', '', 'c']])).toBe('A  C\na  c\n')
})

test('a table in a terminal has colours, unless NO_COLOR or TERM=dumb is set', () => {
  expect(written(80)).toContain('\u001b[2m')
  expect(written(80, { NO_COLOR: '1' })).not.toContain('\u001b')
  expect(written(80, { TERM: 'dumb' })).not.toContain('\u001b')
  expect(written(undefined)).not.toContain('\u001b')
})

test('with FORCE_COLOR a table has colours also in a pipe, and with FORCE_COLOR=0 not even in a terminal', () => {
  expect(written(undefined, { FORCE_COLOR: '1', NO_COLOR: '1' })).toContain('\u001b[2m')
  expect(written(80, { FORCE_COLOR: '0' })).not.toContain('\u001b')
})
