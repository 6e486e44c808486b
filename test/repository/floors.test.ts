import { join } from 'node:path'
import { expect, test } from 'vitest'
import { arrowsIn, FLOORS, folderOf, runsUp } from '../../tools/floors.ts'
import { circlesIn, namesAt, type SourcePackage, sourcePackages } from '../../tools/imports.ts'

const packages = sourcePackages(join(import.meta.dirname, '../..'))
const core = packages.find(({ name }) => name === '@app/core') as SourcePackage

test('every folder of the core has its floor', () => {
  const folders = new Set(core.files.map(folderOf).filter(Boolean))
  expect([...folders].sort()).toEqual(FLOORS.flat().sort())
})

test('no file of the core imports from a floor above', () => {
  const upwards = arrowsIn(core).filter(runsUp)
  expect(upwards.map(({ file, target }) => `${file} -> ${target}`).sort()).toEqual([])
})

test.each(packages)('no files of $name import each other in a circle', (owner) => {
  expect(circlesIn(owner)).toEqual([])
})

test('the main door of the core has few names, and no other door repeats them', () => {
  const main = namesAt(core, 'index')
  expect(main.length).toBeLessThanOrEqual(76)
  const doors = ['body', 'development', 'double-pass', 'errors', 'extending', 'logging', 'steps']
  const others = doors.flatMap((door) => namesAt(core, door))
  expect(others.filter((name) => main.includes(name))).toEqual([])
  expect(new Set(others).size).toBe(others.length)
})
