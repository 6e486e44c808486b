import { join } from 'node:path'
import { expect, test } from 'vitest'
import { optionsOfUsers } from './examples-of-names.ts'

const OPTIONS = optionsOfUsers(join(import.meta.dirname, '../..'))

test('each option has a doc comment', () => {
  expect(OPTIONS.length).toBeGreaterThan(150)
  expect(OPTIONS.filter(({ doc }) => doc === '').map(({ name }) => name)).toEqual([])
})

test('the doc comment of an option that is a number says what is counted, such as seconds', () => {
  const numbers = OPTIONS.filter(({ type }) => /(?<!\[)\bnumber\b/.test(type))
  expect(numbers.filter(({ doc }) => !COUNTED.test(doc)).map(({ name }) => name)).toEqual([])
})

// With `exactOptionalPropertyTypes`, an option that does not take `undefined` refuses `{ bodyLimit: maybe }`. An option
// of the caller's own type takes what this type takes: the default of an attribute of strings is a string.
test('each option that may be left out also takes undefined', () => {
  const optional = OPTIONS.filter(({ isOptional }) => isOptional)
  expect(optional.length).toBeGreaterThan(150)
  expect(
    optional.filter(({ type }) => !/(?:^| )(?:undefined|unknown)$|^T$/.test(type)).map(({ name }) => name),
  ).toEqual([])
})

/** Matches words in the comment of an option that say what its number counts, such as a unit. */
const COUNTED = /seconds|octets|many|most|number of|times|status|port|level|priority|how often/i
