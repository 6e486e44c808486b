import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { refuseFolder } from './target.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'app-create-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a project may be written to a folder that is missing, is empty, or has only a git repository without files', () => {
  expect(refuseFolder(join(folder, 'new'))).toBeUndefined()
  expect(refuseFolder(folder)).toBeUndefined()
  mkdirSync(join(folder, '.git'))
  expect(refuseFolder(folder)).toBeUndefined()
})

test('a folder with files in it is refused as the target, and so is a file', () => {
  for (const name of ['a.txt', 'b.txt', 'c.txt', 'd.txt']) writeFileSync(join(folder, name), '')
  expect(refuseFolder(folder)).toBe(
    `${folder} is not empty: it has a.txt, b.txt, c.txt, …. Nothing is ever overwritten, not even with --force. Name another folder.`,
  )
  expect(refuseFolder(join(folder, 'a.txt'))).toBe(`${folder}/a.txt is a file. Name another folder.`)
})
