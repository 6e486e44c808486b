import { afterAll, expect, test } from 'vitest'
import { citations, citedInComments } from './citations.ts'
import { CLAUSES, NOT_SPECIFIED, NUMBERS } from './clauses.ts'

const testsOf = new Map<string, readonly string[]>(CLAUSES.map((clause) => [clause, []]))
for (const { clauses, test: name } of citations()) {
  for (const clause of clauses) testsOf.set(clause, [...(testsOf.get(clause) ?? []), name])
}

afterAll(() => {
  const lines = [...testsOf].flatMap(([clause, tests]) => (tests.length ? tests : ['-']).map((name) => [clause, name]))
  console.log(
    `Clauses of the contract and the tests that name them\n\n${lines.map(([clause = '', name]) => clause.padEnd(7) + name).join('\n')}`,
  )
})

test('no two sections or rules on the page of the contract have the same number', () => {
  expect(new Set(NUMBERS).size).toBe(NUMBERS.length)
  expect(NUMBERS).toEqual(expect.arrayContaining(['1', '1.8', '2.2.3', '2.6.6', '4.4.4', '7.1.3', '9.2']))
})

test('every clause that a test names is on the page of the contract', () => {
  expect([...testsOf.keys()].filter((clause) => !NUMBERS.includes(clause))).toEqual([])
})

test('every clause that a comment or a page cites is on the page of the contract', () => {
  const cited = citedInComments()
  expect(cited.length).toBeGreaterThan(50)
  expect(cited.filter(({ clause }) => !NUMBERS.includes(clause))).toEqual([])
})

test('every clause of the contract that specifies something is named by a test', () => {
  const unnamed = CLAUSES.filter((clause) => !NOT_SPECIFIED.includes(clause) && testsOf.get(clause)?.length === 0)
  expect(unnamed).toEqual([])
})

test('no test names a clause that specifies nothing', () => {
  expect(NOT_SPECIFIED.flatMap((clause) => testsOf.get(clause) ?? [])).toEqual([])
})
