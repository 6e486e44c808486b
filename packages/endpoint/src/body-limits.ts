/**
 * Limits for a body of JSON or of a form. A body beyond one of them is refused with 413, before its schema is called.
 */
export interface BodyLimits {
  /** Maximum number of items in all lists together. Default: `1_000`. */
  readonly items?: number | undefined
  /** Maximum number of keys in all maps together. Default: `10_000`. */
  readonly keys?: number | undefined
  /** Maximum depth of nested lists and maps, counting the outermost one; at most 500. Default: `32`. */
  readonly depth?: number | undefined
}
