/** How a request ended: with the last octet of its answer, or with its client gone. */
export interface RequestEnd {
  /** What was sent; absent where the client left before anything was. */
  readonly status: number | undefined
  /** Whether all of the answer was sent. */
  readonly isWhole: boolean
}

/** Hears once how a request ended. */
export type EndListener = (end: RequestEnd) => void
