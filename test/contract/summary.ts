import type { Difference } from './difference.ts'
import type { Unit } from './units.ts'

/** The possible outcomes of a unit, which is a recorded case on one release line. */
export const OUTCOMES = ['agree', 'deviate', 'not applicable', 'unexplained'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** The number of responses of a unit, and the number of those that are as recorded. */
export interface Answers {
  readonly all: number
  readonly alike: number
}

export const NO_ANSWERS: Answers = { all: 0, alike: 0 }

/**
 * Counts the responses of a unit, and those that are as recorded. Each response that differs counts as one that is not
 * as recorded, and so does a setup that differs. If the construction differs, no response counts as recorded. A case
 * without a list of results counts as one response.
 */
export function countAnswers({ expected }: Unit, differences: readonly Difference[]): Answers {
  const all = Array.isArray(expected.results) ? Math.max(1, expected.results.length) : 1
  const places = new Set(differences.map(({ at }) => at))
  return { all, alike: places.has('construct') ? 0 : Math.max(0, all - places.size) }
}

/** Counts the outcomes of units and of their responses, by release line and by category. */
export class Summary {
  readonly #counts = new Map<string, Map<string, Counts>>()

  count(line: string, category: string, outcome: Outcome, answers: Answers): void {
    for (const name of [category, TOTAL]) {
      const counts = this.#countsOf(line, name)
      counts[outcome]++
      counts.answers += answers.all
      counts.alike += answers.alike
    }
  }

  /**
   * A table for the output: a block for each release line, with a row for each category, and one for all categories
   * together.
   */
  toString(): string {
    const lines = [...this.#counts].map(([line, categories]) => {
      const rows = [...categories].sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1))
      return rows.map(([category, counts]) =>
        row([
          line,
          category,
          ...OUTCOMES.map((name) => counts[name]),
          share(counts),
          part(counts.alike, counts.answers),
        ]),
      )
    })
    return [
      row(['line', 'category', ...OUTCOMES.map((name) => HEADINGS[name]), 'cases', 'answers']),
      ...lines.flat(),
    ].join('\n')
  }

  #countsOf(line: string, category: string): Counts {
    const categories = this.#counts.get(line) ?? new Map<string, Counts>()
    const counts = categories.get(category) ?? { ...NOTHING }
    this.#counts.set(line, categories.set(category, counts))
    return counts
  }
}

type Counts = Record<Outcome | 'answers' | 'alike', number>

const NOTHING: Counts = { agree: 0, deviate: 0, 'not applicable': 0, unexplained: 0, answers: 0, alike: 0 }
const TOTAL = 'all'
const HEADINGS: Readonly<Record<Outcome, string>> = {
  agree: 'agree',
  deviate: 'deviate with reason',
  'not applicable': 'not applicable',
  unexplained: 'unexplained',
}

function rank(category: string): number {
  return category === TOTAL ? 1 : 0
}

/** The percentage of units that agree, among those that have a counterpart here. */
function share({ agree, deviate, unexplained }: Counts): string {
  return part(agree, agree + deviate + unexplained)
}

function part(some: number, all: number): string {
  return all === 0 ? '-' : `${((100 * some) / all).toFixed(1)} %`
}

function row(cells: readonly (string | number)[]): string {
  const [line, category, ...others] = cells.map(String)
  return `${String(line).padEnd(6)}${String(category).padEnd(20)}${others.map((cell) => `  ${cell}`.padStart(21)).join('')}`
}
