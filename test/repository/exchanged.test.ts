import { join } from 'node:path'
import { expect, test } from 'vitest'
import { floorsOf, neededBy } from '../../tools/compatibility/floors.ts'
import { sourcePackages } from '../../tools/imports.ts'

const ROOT = join(import.meta.dirname, '../..')
const floors = floorsOf(ROOT)
const floorOf = (name: string) => floors.findIndex((floor) => floor.includes(name))
const packages = sourcePackages(ROOT).filter(({ manifest }) => !manifest.private)

test('the comparison with the last release replaces each package once, and after its dependencies, except that the core is replaced together with its dependencies', () => {
  expect(floors.flat().sort()).toEqual(packages.map(({ name }) => name).sort())
  const early = packages.flatMap((owner) =>
    neededBy(owner).filter((needed) => floorOf(needed) >= floorOf(owner.name) && floorOf(owner.name) > 0),
  )
  expect(early).toEqual([])
})

test.each([
  ['@app/session', '@app/cookies'],
  ['@app/csrf', '@app/cookies'],
  ['@app/authentication', '@app/session'],
  ['@app/openapi', '@app/endpoint'],
  ['@app/client', '@app/endpoint'],
  ['@app/view-eta', '@app/view'],
  ['@app/view-handlebars', '@app/view'],
  ['@app/openapi', '@app/cli'],
  ['@app/router-rou3', '@app/router'],
])('the last released version of %s is tried together with the new version of %s', (name, needed) => {
  expect(floorOf(name)).toBeGreaterThan(floorOf(needed))
  expect(neededBy(packages.find((one) => one.name === name) as (typeof packages)[number])).toContain(needed)
})
