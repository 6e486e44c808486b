/** What can become of a unit. */
export const OUTCOMES = ['agree', 'deviate', 'not applicable', 'unexplained'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** Counts what became of units, by line and by category. */
export class Summary {
  readonly #counts = new Map<string, Map<string, Record<Outcome, number>>>()

  count(line: string, category: string, outcome: Outcome): void {
    for (const name of [category, TOTAL]) this.#countsOf(line, name)[outcome]++
  }

  /** A table for people: a block for each line, a row for each category. */
  toString(): string {
    const lines = [...this.#counts].map(([line, categories]) => {
      const rows = [...categories].sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1))
      return rows.map(([category, counts]) =>
        row([line, category, ...OUTCOMES.map((name) => counts[name]), share(counts)]),
      )
    })
    return [row(['line', 'category', ...OUTCOMES.map((name) => HEADINGS[name]), 'agree']), ...lines.flat()].join('\n')
  }

  #countsOf(line: string, category: string): Record<Outcome, number> {
    const categories = this.#counts.get(line) ?? new Map<string, Record<Outcome, number>>()
    const counts = categories.get(category) ?? { agree: 0, deviate: 0, 'not applicable': 0, unexplained: 0 }
    this.#counts.set(line, categories.set(category, counts))
    return counts
  }
}

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

/** Of the units that have a counterpart. */
function share({ agree, deviate, unexplained }: Record<Outcome, number>): string {
  const counterparts = agree + deviate + unexplained
  return counterparts === 0 ? '-' : `${((100 * agree) / counterparts).toFixed(1)} %`
}

function row(cells: readonly (string | number)[]): string {
  const [line, category, ...others] = cells.map(String)
  return `${String(line).padEnd(6)}${String(category).padEnd(20)}${others.map((cell) => `  ${cell}`.padStart(21)).join('')}`
}
