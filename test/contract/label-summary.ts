import { LABELS, type Label } from './deviations.ts'

type Counts = Record<Label | 'agree', number>

/** Counts, by line, the units that agree and those that deviate, by the label of what they rest on. */
export class LabelSummary {
  readonly #counts = new Map<string, Counts>()

  count(line: string, outcome: Label | 'agree'): void {
    const counts = this.#counts.get(line) ?? { agree: 0, contract: 0, security: 0, line: 0, platform: 0, taste: 0 }
    counts[outcome]++
    this.#counts.set(line, counts)
  }

  /** A table for people: a row for each line, in shares of what has a counterpart. */
  toString(): string {
    const rows = [...this.#counts].map(([line, counts]) => {
      const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
      return row([line, ...OUTCOMES.map((outcome) => `${((100 * counts[outcome]) / all).toFixed(1)} %`)])
    })
    return [row(['line', ...OUTCOMES]), ...rows].join('\n')
  }
}

const OUTCOMES = ['agree', ...LABELS] as const

function row(cells: readonly string[]): string {
  const [line = '', ...others] = cells
  return `${line.padEnd(6)}${others.map((cell) => cell.padStart(12)).join('')}`
}
