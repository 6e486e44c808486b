/**
 * One entry of a trace, such as a request that middleware of a recorded case saw, in the format of the recorded cases.
 */
export type TraceEntry = Readonly<Record<string, unknown>>

/** Collects entries; `take` gives and removes those that were added since its last call. */
export class Trace {
  #entries: TraceEntry[] = []

  add(entry: TraceEntry): void {
    this.#entries.push(entry)
  }

  /** The entries that were added since the last call. */
  take(): readonly TraceEntry[] {
    const entries = this.#entries
    this.#entries = []
    return entries
  }
}
