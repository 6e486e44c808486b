import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { publicPackages } from '../../tools/public-packages.ts'
import { leftBehind, raisedByMajor } from '../../tools/release/left-behind.ts'
import { manifestPaths, repositoryPage } from '../../tools/release/repository.ts'

const ROOT = join(import.meta.dirname, '../..')

test('a changeset announces a major for each package that was not released yet', () => {
  const unreleased = Object.entries(publicPackages(ROOT)).filter(([, version]) => version === '0.0.0')
  const named = raisedByMajor(ROOT)
  expect(unreleased.map(([name]) => name).filter((name) => !named.has(name))).toEqual([])
})

test('a package that depends on a package with a breaking change gets a major too, since it requires the new major', () => {
  expect(leftBehind(ROOT)).toEqual([])
})

test('every manifest names the authors, the funding and the repository that the manifest of the root names', () => {
  const page = repositoryPage(ROOT)
  const wrong = manifestPaths(ROOT).filter((path) => {
    const text = readFileSync(path, 'utf8')
    const addresses = text.match(/"(?:homepage|bugs|url|author|funding)": "[^"]+"/g) ?? []
    const isNamed = ['url', 'author', 'funding'].every((key) => text.includes(`"${key}": `))
    return !isNamed || !addresses.every((address) => address.includes(page))
  })
  expect(wrong).toEqual([])
})
