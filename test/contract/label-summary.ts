import { LABELS, type Label } from './deviations.ts'

type Counts = Record<Label | 'agree' | 'adapted', number>

/**
 * Counts for each release line the units (recorded cases) that agree with the recording, and those that deviate, by the
 * label of their reason. Also counts the deviating units that agree once an application has the adapters for migrating
 * teams.
 */
export class LabelSummary {
  readonly #counts = new Map<string, Counts>()

  count(line: string, outcome: Label | 'agree'): void {
    this.#countsOf(line)[outcome]++
  }

  /** Counts a unit that deviates, and that agrees if its application has the adapters for migrating teams. */
  countAdapted(line: string): void {
    this.#countsOf(line).adapted++
  }

  /**
   * Returns for each column its share of the units of a release line, in percent with one decimal place. Units without
   * a counterpart and unexplained units are left out.
   */
  sharesOf(line: string): Readonly<Record<Column, string>> {
    const counts = this.#countsOf(line)
    const all = ['agree' as const, ...LABELS].reduce((sum, outcome) => sum + counts[outcome], 0)
    const columns = { ...counts, withAdapters: counts.agree + counts.adapted }
    const share = (column: Column) => ((100 * columns[column]) / all).toFixed(1)
    return Object.fromEntries(COLUMNS.map((column) => [column, share(column)])) as Record<Column, string>
  }

  /** A table for the output: a row for each release line, with the shares that `sharesOf` gives. */
  toString(): string {
    const rows = [...this.#counts.keys()].map((line) => {
      const shares = this.sharesOf(line)
      return row([line, ...COLUMNS.map((column) => `${shares[column]} %`)])
    })
    return [row(['line', ...COLUMNS.map((column) => HEADINGS.get(column) ?? column)]), ...rows].join('\n')
  }

  #countsOf(line: string): Counts {
    const counts = this.#counts.get(line) ?? { ...NOTHING }
    this.#counts.set(line, counts)
    return counts
  }
}

const COLUMNS = ['agree', 'withAdapters', ...LABELS] as const
type Column = (typeof COLUMNS)[number]
const HEADINGS = new Map<Column, string>([['withAdapters', 'with adapters']])
const NOTHING: Counts = { agree: 0, adapted: 0, contract: 0, security: 0, line: 0, platform: 0, taste: 0 }

function row(cells: readonly string[]): string {
  const [line = '', ...others] = cells
  return `${line.padEnd(6)}${others.map((cell) => cell.padStart(15)).join('')}`
}
