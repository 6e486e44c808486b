/** What behaviours saw, in order, in the form of the vectors. */
export type TraceEntry = Readonly<Record<string, unknown>>

/** Collects what happens between two looks. */
export class Trace {
  #entries: TraceEntry[] = []

  add(entry: TraceEntry): void {
    this.#entries.push(entry)
  }

  /** What was added since the last look. */
  take(): readonly TraceEntry[] {
    const entries = this.#entries
    this.#entries = []
    return entries
  }
}
