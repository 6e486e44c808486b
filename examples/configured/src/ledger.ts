/** The data of the reports. */
export class Ledger {
  readonly #totals: ReadonlyMap<string, number> = new Map([
    ['7', 700],
    ['8', 80],
  ])

  totalOf(id: string): number | undefined {
    return this.#totals.get(id)
  }
}
