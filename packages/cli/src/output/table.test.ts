import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { printTable } from './table.ts'
import { createTerminal } from './terminal.ts'

function written(columns: number | undefined, env: NodeJS.ProcessEnv = {}): string {
  const stdout = Object.assign(new PassThrough(), columns === undefined ? {} : { isTTY: true, columns })
  const terminal = createTerminal({ stdout, stderr: new PassThrough(), env } as unknown as NodeJS.Process)
  printTable(
    terminal,
    ['NAME', 'FROM'],
    [
      ['a-rather-long-name', 'config/autoload/app.global.ts'],
      ['é', ''],
    ],
  )
  return stdout.read().toString()
}

test('a pipe gets all of it, aligned and plain', () => {
  expect(written(undefined)).toBe(`NAME                FROM
a-rather-long-name  config/autoload/app.global.ts
é
`)
})

test('in a terminal the widest cells give way until a row fits', () => {
  expect(written(30, { NO_COLOR: '1' })).toBe(`NAME            FROM
a-rather-long…  …app.global.ts
é
`)
})

test('no column gets too narrow to say anything', () => {
  expect(written(5, { NO_COLOR: '1' })).toContain('a-rathe…  …obal.ts')
})

test('colours are for terminals, and not with NO_COLOR', () => {
  expect(written(80)).toContain('\u001b[2m')
  expect(written(80, { NO_COLOR: '1' })).not.toContain('\u001b')
  expect(written(undefined)).not.toContain('\u001b')
})
