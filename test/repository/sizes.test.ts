import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bundledSize } from '../../tools/bundled-size.ts'
import { inKibibytes, sizesOn, withSizes } from '../../tools/toolbox-page.ts'

const ROOT = join(import.meta.dirname, '../..')
const PAGE = readFileSync(join(ROOT, 'docs/toolbox.md'), 'utf8')

/**
 * Checks whether a size in docs/toolbox.md is near enough: off by at most half a KiB, or by at most a fifth. Users
 * would notice a larger difference.
 */
function isNear(written: number, octets: number): boolean {
  return Math.abs(octets / 1024 - written) <= Math.max(0.5, written / 5)
}

test('each size in docs/toolbox.md is near the size of the bundled package', async () => {
  const sizes = [...sizesOn(PAGE)]
  expect(sizes.length).toBeGreaterThan(8)
  const others = []
  for (const [name, written] of sizes) {
    const octets = await bundledSize(ROOT, name)
    if (written === undefined || !isNear(written, octets)) others.push(`${name} has ${inKibibytes(octets)} KiB`)
  }
  expect(others, 'The page is old: run node tools/write-sizes.ts').toEqual([])
})

test('a size in docs/toolbox.md is refused if it is off by more than half a KiB and by more than a fifth, in either direction', () => {
  expect([isNear(2, 2.4 * 1024), isNear(10, 11.9 * 1024)]).toEqual([true, true])
  expect([isNear(2, 2.6 * 1024), isNear(10, 12.1 * 1024), isNear(10, 7.9 * 1024)]).toEqual([false, false, false])
})

test.each([
  ['in a new column', '| what | package |\n| - | - |\n| x | [`@app/x`](../packages/x) |\n', undefined],
  ['into the last column', '| package | size |\n| - | - |\n| [`@app/x`](../packages/x) | 9.9 KiB |\n', 9.9],
])('withSizes() writes sizes %s of a table', (_what, page, before) => {
  const after = withSizes(page, new Map([['@app/x', 1_536]]))
  expect([sizesOn(page).get('@app/x'), sizesOn(after).get('@app/x')]).toEqual([before, 1.5])
  expect(after).toMatch(/ size {4}\|\n.*\n.* \| 1\.5 KiB \|\n$/)
})

test('withSizes() leaves a table of a page unchanged if the table names no packages', () => {
  const page = 'Text.\n\n| a | b |\n| - | - |\n| c | d |\n'
  expect(withSizes(page, new Map([['@app/x', 1_536]]))).toBe(page)
})
