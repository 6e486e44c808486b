/** The requests that behaviours saw, in order, in the form of the vectors. */
export type TraceEntry = Readonly<Record<string, unknown>>

/** Collects the entries between two calls of `take`. */
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
