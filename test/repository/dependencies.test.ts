import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dependenciesOf } from '../../tools/dependencies/dependencies.ts'
import { REASONS } from '../../tools/dependencies/reasons.ts'

const dependencies = dependenciesOf(join(import.meta.dirname, '../..'))

test('tools/dependencies/reasons.ts has a reason for each third-party package that our packages depend on, and for no others', () => {
  expect(Object.keys(REASONS).sort()).toEqual(dependencies.map(({ name }) => name).sort())
})

test('the licences of all dependencies of our packages let everybody use and change them', () => {
  const licences = dependencies.flatMap(({ name, licence, brings }) => [[name, licence] as const, ...brings])
  expect(licences.length).toBeGreaterThan(dependencies.length)
  expect(
    licences.filter(([, licence]) => !/^(?:MIT|ISC|BSD-[23]-Clause|0BSD|Apache-2\.0|PSF-2\.0)$/.test(licence)),
  ).toEqual([])
})
