import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Part, partsOf } from '../../tools/ci/parts.ts'
import { childrenIn } from '../../tools/ci/take-part.ts'
import { SLOW, SLOWEST } from '../../vitest.config.ts'

const ROOT = join(import.meta.dirname, '../..')
const all = (isFull: boolean): readonly Part[] => {
  const { first, rows } = partsOf(isFull)
  return [...first, ...rows.flat()]
}

test('the table of parts in CONTRIBUTING.md has a row for each part of a short CI run, and one for their sum', () => {
  const page = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8')
  const [, table = ''] = /\n\| part .*\n.*\n((?:\|.*\n)+)/.exec(page) ?? []
  const named = table.split('\n').flatMap((row) => row.split('|')[1]?.trim() ?? [])
  expect(named.filter(Boolean)).toEqual(expect.arrayContaining(all(false).map(({ name }) => name)))
  expect(named.filter(Boolean)).toHaveLength(all(false).length + 1)
})

test('a full CI run has all parts of a short run, and more', () => {
  const [short, full] = [all(false), all(true)].map((parts) => parts.map(({ name }) => name)) as [string[], string[]]
  expect(short.filter((name) => !full.includes(name))).toEqual([])
  expect(full.length).toBeGreaterThan(short.length)
})

test('the files that a part of a CI run names exist', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const started = all(true).map(({ args: [first = '', second = ''] }) => (first === '--run' ? scripts[second] : first))
  expect(started.filter((one) => one === undefined)).toEqual([])
  const files = started.filter((one) => /\.ts$/.test(one) && !one.includes(' '))
  expect(files.filter((file) => globSync(file, { cwd: ROOT }).length === 0)).toEqual([])
  expect([...SLOW, ...SLOWEST].filter((pattern) => globSync(pattern, { cwd: ROOT }).length === 0)).toEqual([])
})

test('the CPU seconds of a part of a CI run are read from the line about child processes that the shell prints', () => {
  expect(childrenIn('0m0.01s 0m0.00s\n1m2.50s 0m3.25s\n')).toBe(65.75)
})
