import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { WITH_ADAPTERS } from './adapters.ts'
import { NUMBERS } from './clauses.ts'
import { compareUnit } from './compare-unit.ts'
import { deviations, judge, LABELS } from './deviations.ts'
import { LabelSummary } from './label-summary.ts'
import { countAnswers, NO_ANSWERS, Summary } from './summary.ts'
import { type Unit, unitsOf } from './units.ts'
import { readVectors, vectorFolders } from './vectors.ts'

const DOCS = join(import.meta.dirname, '../../docs')
/**
 * The rows of the table in decision 001, by names such as `001#steps`, each with the content of its column for labels.
 */
const rows = new Map(
  [
    ...readFileSync(join(DOCS, 'decisions/001-where-the-release-lines-conflict.md'), 'utf8').matchAll(
      /^\| `([a-z-]+)` +\| ([^|]*) \|/gm,
    ),
  ].map(([, name, cell = '']) => [`001#${name}`, cell]),
)

const cases = vectorFolders().flatMap(readVectors)
const summary = new Summary()
const labels = new LabelSummary()
/**
 * The units (recorded cases on one release line) of the table of deviations that differed from the recording in this
 * run. An entry of the table is out of date if one of its units is not among them.
 */
const deviating = new Set<string>()

afterAll(() => {
  console.log(`${cases.length} recorded cases, by line and router\n\n${summary}\n\n${labels}`)
})

/**
 * Compares a unit with its recording, and counts the result. Returns a string about the unit if it neither agrees with
 * the recording nor deviates exactly as the table of deviations says, otherwise `undefined`.
 */
async function hold(unit: Unit): Promise<string | undefined> {
  const { line, key, recorded } = unit
  const verdict = await compareUnit(unit)
  const judgement = 'notApplicable' in verdict ? 'not applicable' : judge(unit, verdict.differences)
  const answers = 'notApplicable' in verdict ? NO_ANSWERS : countAnswers(unit, verdict.differences)
  const { category } = recorded
  if (typeof judgement === 'string') summary.count(line, category, judgement, answers)
  else if ('deviates' in judgement) summary.count(line, category, 'deviate', answers)
  else summary.count(line, category, 'unexplained', answers)
  if (judgement === 'agree') labels.count(line, 'agree')
  if (typeof judgement === 'string') return undefined
  if ('unexplained' in judgement) return judgement.unexplained
  labels.count(line, judgement.deviates)
  if (await agreesWithAdapters(unit)) labels.countAdapted(line)
  deviating.add(`${recorded.id} ${key}`)
  return undefined
}

async function agreesWithAdapters(unit: Unit): Promise<boolean> {
  const verdict = await compareUnit(unit, WITH_ADAPTERS)
  return 'differences' in verdict && verdict.differences.length === 0
}

describe('recorded behaviour', () => {
  test.each(cases)('$id: $description', async (recorded) => {
    const problems: (string | undefined)[] = []
    for (const unit of unitsOf(recorded)) problems.push(await hold(unit))
    expect(problems.filter((problem) => problem !== undefined).join('\n')).toBe('')
  })
})

test('every unit in the table of deviations still differs from its recording', () => {
  const stale = deviations.flatMap(({ case: id, on }) =>
    on.map((key) => `${id} ${key}`).filter((name) => !deviating.has(name)),
  )
  expect(stale).toEqual([])
})

test('no deviation has the label "taste" as its reason', () => {
  expect(deviations.filter(({ label }) => label === 'taste')).toEqual([])
})

test.runIf(vectorFolders().length === 1)(
  'decision 001 states the share of cases that agree on each release line, with and without adapters',
  () => {
    const lines = ['A10', 'A', 'B20', 'B', 'V3']
    const decision = readFileSync(join(DOCS, 'decisions/001-where-the-release-lines-conflict.md'), 'utf8')
    const [, plain = ''] = /have a counterpart, ([^;]*);/.exec(decision) ?? []
    const [, adapted = ''] = /With them piped, (.*?) on v3\./s.exec(decision) ?? []
    const numbers = (text: string) => text.match(/\d+\.\d/g)
    const shares = lines.map((line) => labels.sharesOf(line))
    expect(shares.map(({ agree }) => agree)).toEqual(numbers(plain))
    expect(shares.map(({ withAdapters }) => withAdapters)).toEqual(numbers(adapted))
  },
)

test('every deviation says in sentences what our framework does and why, and points to a row of the table in decision 001', () => {
  const wordless = deviations.filter(({ ours, why }) => !ours.endsWith('.') || !why.endsWith('.'))
  const rootless = deviations.filter(({ decision }) => !rows.has(decision))
  expect([...wordless, ...rootless]).toEqual([])
})

test('every deviation has a label: "contract" with a clause, "line" with a recorded system that behaves like ours, the others with neither', () => {
  const bare = deviations.filter(({ label, clause, like }) => {
    if (!LABELS.includes(label)) return true
    return label === 'contract' ? !NUMBERS.includes(clause ?? '') : label === 'line' ? !like : Boolean(clause ?? like)
  })
  expect(bare).toEqual([])
})

test('every row of the table in decision 001 has a label, and if deviations point to the row, exactly their labels', () => {
  const held = [...rows].map(([row, cell]) => {
    const cited = cell.replace(/“[^”]*”/g, '').match(/contract [\d.]+|security|line|platform|taste/g) ?? []
    const cases = deviations.filter(({ decision }) => decision === row)
    const used = cases.map(({ label, clause }) => (clause === undefined ? label : `${label} ${clause}`))
    return { row, cited: cited.toSorted(), used: cases.length > 0 ? [...new Set(used)].sort() : cited.toSorted() }
  })
  expect(held.filter(({ cited, used }) => cited.length === 0 || cited.join() !== used.join())).toEqual([])
})

test('each quote of the contract in a row of decision 001 stands on the page of the contract', () => {
  const page = readFileSync(join(DOCS, 'contract.md'), 'utf8').replace(/\s+/g, ' ')
  const quotes = [...rows.values()].flatMap((cell) => [...cell.matchAll(/“([^”]*)”/g)].map(([, quote = '']) => quote))
  expect(quotes.length).toBeGreaterThan(10)
  expect(quotes.filter((quote) => !page.includes(quote))).toEqual([])
})
