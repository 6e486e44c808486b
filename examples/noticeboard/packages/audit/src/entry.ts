/** One change that somebody made, or tried to make. */
export interface Entry {
  /** ISO 8601, in UTC. */
  readonly time: string
  /** The id of who asked; `null` is anybody. */
  readonly who: string | null
  readonly method: string
  readonly path: string
  /** The path of the route as it was registered; `null` where none matched. */
  readonly route: string | null
  readonly status: number
  /** The id of the request, which the log has too; `null` without `requestId()`. */
  readonly request: string | null
}

/** Where entries go. A request is answered when its entry is written; an error of the journal is one of the request. */
export interface Journal {
  write(entry: Entry): void | Promise<void>
}
