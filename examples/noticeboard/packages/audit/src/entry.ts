/** One change that a user made or tried to make. */
export interface Entry {
  /** The time at which the request was answered, in ISO 8601 and UTC. */
  readonly time: string
  /** The id of the user; `null` for a visitor who has not logged in. */
  readonly who: string | null
  readonly method: string
  readonly path: string
  /** The path of the route as it was registered; `null` if no route matched. */
  readonly route: string | null
  readonly status: number
  /** The id of the request, which is also in the log; `null` without `requestId()`. */
  readonly request: string | null
}

/**
 * The place to which entries are written. A request is answered only after its entry was written; if the journal fails,
 * the request fails.
 */
export interface Journal {
  write(entry: Entry): void | Promise<void>
}
