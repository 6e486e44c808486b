import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { compareUnit } from './compare-unit.ts'
import { deviations, judge } from './deviations.ts'
import { countAnswers, NO_ANSWERS, Summary } from './summary.ts'
import { type Unit, unitsOf } from './units.ts'
import { readVectors, vectorFolders } from './vectors.ts'

const cases = vectorFolders().flatMap(readVectors)
const summary = new Summary()
/** The units that the table of deviations speaks of and that do differ. */
const deviating = new Set<string>()

afterAll(() => {
  console.log(`${cases.length} recorded cases, by line and router\n\n${summary}`)
})

/** Counts a unit; gives what is wrong with it. */
async function hold(unit: Unit): Promise<string | undefined> {
  const { line, key, recorded } = unit
  const verdict = await compareUnit(unit)
  const judgement = 'notApplicable' in verdict ? 'not applicable' : judge(unit, verdict.differences)
  const answers = 'notApplicable' in verdict ? NO_ANSWERS : countAnswers(unit, verdict.differences)
  summary.count(line, recorded.category, typeof judgement === 'string' ? judgement : 'unexplained', answers)
  if (judgement === 'deviate') deviating.add(`${recorded.id} ${key}`)
  return typeof judgement === 'string' ? undefined : judgement.unexplained
}

describe('recorded behaviour', () => {
  test.each(cases)('$id: $description', async (recorded) => {
    const problems: (string | undefined)[] = []
    for (const unit of unitsOf(recorded)) problems.push(await hold(unit))
    expect(problems.filter((problem) => problem !== undefined).join('\n')).toBe('')
  })
})

test('every deviation in the table is one', () => {
  const stale = deviations.flatMap(({ case: id, on }) =>
    on.map((key) => `${id} ${key}`).filter((name) => !deviating.has(name)),
  )
  expect(stale).toEqual([])
})

test('every deviation says what we do and why, and points to the row of a decision', () => {
  const wordless = deviations.filter(({ ours, why }) => !ours.endsWith('.') || !why.endsWith('.'))
  const rootless = deviations.filter(({ decision }) => !decisionRows(decision.split('#')[0]).includes(decision))
  expect([...wordless, ...rootless]).toEqual([])
})

/** The rows of a decision record's table: each begins with its name. */
function decisionRows(number = ''): readonly string[] {
  const files: Readonly<Record<string, string>> = { '001': '001-where-the-release-lines-conflict.md' }
  const text = readFileSync(join(import.meta.dirname, '../../docs/decisions', files[number] ?? ''), 'utf8')
  return [...text.matchAll(/^\| `([a-z-]+)` +\|/gm)].map(([, name]) => `${number}#${name}`)
}
