/**
 * The most that a body of JSON, or of a form, may hold. A body beyond one of these limits is refused with 413, before
 * its schema is called.
 */
export interface BodyLimits {
  /** The most items that all lists have together. Default: `1_000`. */
  readonly items?: number | undefined
  /** The most keys that all maps have together. Default: `10_000`. */
  readonly keys?: number | undefined
  /** The most levels of lists and maps inside of each other, counting the outermost one; at most 500. Default: `32`. */
  readonly depth?: number | undefined
}
