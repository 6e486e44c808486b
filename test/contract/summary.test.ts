import { expect, test } from 'vitest'
import { LabelSummary } from './label-summary.ts'
import { NO_ANSWERS, Summary } from './summary.ts'

test('the summary counts cases by release line and category, and returns the share of the cases with a counterpart that agree, and the share of their responses that agree', () => {
  const summary = new Summary()
  summary.count('V3', 'routing', 'agree', { all: 3, alike: 3 })
  summary.count('V3', 'routing', 'deviate', { all: 5, alike: 4 })
  summary.count('V3', 'errors', 'not applicable', NO_ANSWERS)
  const rows = summary.toString().split('\n')
  expect(rows.map((row) => row.split(/\s{2,}/).filter((cell) => cell !== ''))).toEqual([
    ['line', 'category', 'agree', 'deviate with reason', 'not applicable', 'unexplained', 'cases', 'answers'],
    ['V3', 'errors', '0', '0', '1', '0', '-', '-'],
    ['V3', 'routing', '1', '1', '0', '0', '50.0 %', '87.5 %'],
    ['V3', 'all', '1', '1', '1', '0', '50.0 %', '87.5 %'],
  ])
})

test('the summary of labels gives for each release line the share of cases that agree, the share that agree with adapters, and for each label the share that deviate', () => {
  const labels = new LabelSummary()
  for (const outcome of ['agree', 'agree', 'contract', 'taste'] as const) labels.count('B', outcome)
  labels.countAdapted('B')
  const rows = labels.toString().split('\n')
  expect(rows.map((row) => row.split(/\s{2,}/))).toEqual([
    ['line', 'agree', 'with adapters', 'contract', 'security', 'line', 'platform', 'taste'],
    ['B', '50.0 %', '75.0 %', '25.0 %', '0.0 %', '0.0 %', '0.0 %', '25.0 %'],
  ])
})
