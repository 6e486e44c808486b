/**
 * The most that a body of JSON, or of a form, may hold. A body beyond one of these limits is a 413, before its schema
 * sees it.
 */
export interface BodyLimits {
  /** The most items that all lists have together. Default: `1_000`. */
  readonly items?: number
  /** The most keys that all maps have together. Default: `10_000`. */
  readonly keys?: number
  /** The most lists and maps that are nested, counting the outermost one; up to 500. Default: `32`. */
  readonly depth?: number
}
