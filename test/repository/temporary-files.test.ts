import { globSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import ownTemporaryFiles from '../programs/own-temporary-files.ts'

const ROOT = join(import.meta.dirname, '../..')

test('temporary files of a test run are deleted when the run ends', () => {
  const before = tmpdir()
  const end = ownTemporaryFiles()
  const left = mkdtempSync(join(tmpdir(), 'left-'))
  mkdirSync(join(left, 'inside'))
  writeFileSync(join(left, 'inside/file'), '')
  expect(globSync('inside/*', { cwd: left })).toEqual(['inside/file'])
  end()
  expect(globSync('**', { cwd: left })).toEqual([])
  expect(tmpdir()).toBe(before)
})

test('with each configuration of vitest, a run has a folder of its own for temporary files', () => {
  const configs = globSync('vitest*.config.ts', { cwd: ROOT }).map((path) => readFileSync(join(ROOT, path), 'utf8'))
  expect(configs).toHaveLength(3)
  // All other configurations of vitest import the setting from `vitest.config.ts`.
  const own = configs.filter((text) => text.includes("globalSetup: ['test/programs/own-temporary-files.ts'"))
  expect(own).toHaveLength(1)
})
