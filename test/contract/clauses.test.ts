import { afterAll, expect, test } from 'vitest'
import { citations } from './citations.ts'
import { CLAUSES, NOT_SHOWN } from './clauses.ts'

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

test('every clause of the contract is named by a test', () => {
  const unnamed = CLAUSES.filter((clause) => !NOT_SHOWN.includes(clause) && testsOf.get(clause)?.length === 0)
  expect(unnamed).toEqual([])
})

test('a clause that shows nothing is named by none', () => {
  expect(NOT_SHOWN.flatMap((clause) => testsOf.get(clause) ?? [])).toEqual([])
})
