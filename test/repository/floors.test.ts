import { join } from 'node:path'
import { expect, test } from 'vitest'
import { arrowsUp, FLOORS, folderOf } from '../../tools/floors.ts'
import { circlesIn, sourcePackages } from '../../tools/imports.ts'

const packages = sourcePackages(join(import.meta.dirname, '../..'))
const large = packages.filter(({ name }) => name in FLOORS)

test.each(large)('tools/floors.ts lists exactly the source folders of $name', ({ name, files }) => {
  const folders = new Set(files.map(folderOf).filter(Boolean))
  expect([...folders].sort()).toEqual(FLOORS[name]?.flat().sort())
})

test.each(large)('no file of $name imports from a folder that is higher in tools/floors.ts', (owner) => {
  expect(arrowsUp(owner).map(({ file, target }) => `${file} -> ${target}`)).toEqual([])
})

test.each(packages)('no files of $name import each other in a circle', (owner) => {
  expect(circlesIn(owner)).toEqual([])
})
