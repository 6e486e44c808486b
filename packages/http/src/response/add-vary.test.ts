import { expect, test } from 'vitest'
import { addVary } from '../index.ts'

test.each([
  ['no value', undefined, ['Origin'], 'Origin'],
  ['an empty field', '', ['Origin'], 'Origin'],
  ['another name', 'Accept', ['Origin', 'Cookie'], 'Accept, Origin, Cookie'],
  ['the same name in another case', 'accept,origin', ['Origin'], 'accept,origin'],
  ['empty elements', 'accept, ,, cookie', ['Origin'], 'accept, cookie, Origin'],
  ['an asterisk, which stands for all names', '*', ['Origin'], '*'],
] as const)('after addVary(), a Vary that had %s covers each given name once', (_what, before, names, after) => {
  const headers = new Headers(before === undefined ? {} : { vary: before })
  addVary(headers, ...names)
  expect(headers.get('vary')).toBe(after)
})

test('without a name, the header stays as it is', () => {
  const headers = new Headers()
  addVary(headers)
  expect(headers.has('vary')).toBe(false)
})
