import { globSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import ownTemporaryFiles from '../programs/own-temporary-files.ts'

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
