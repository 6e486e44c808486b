import { expect, test } from 'vitest'
import { Summary } from './summary.ts'

test('counts by line and category, and gives the share of those that have a counterpart', () => {
  const summary = new Summary()
  summary.count('V3', 'routing', 'agree')
  summary.count('V3', 'routing', 'deviate')
  summary.count('V3', 'errors', 'not applicable')
  const rows = summary.toString().split('\n')
  expect(rows.map((row) => row.split(/\s{2,}/).filter((cell) => cell !== ''))).toEqual([
    ['line', 'category', 'agree', 'deviate with reason', 'not applicable', 'unexplained', 'agree'],
    ['V3', 'errors', '0', '0', '1', '0', '-'],
    ['V3', 'routing', '1', '1', '0', '0', '50.0 %'],
    ['V3', 'all', '1', '1', '1', '0', '50.0 %'],
  ])
})
