/** How much a body of JSON, or of a form, may hold. Beyond one of these it is 413, before its schema sees it. */
export interface BodyLimits {
  /** How many items all lists have together. Default: `1_000`. */
  readonly items?: number
  /** How many keys all maps have together. Default: `10_000`. */
  readonly keys?: number
  /** How many lists and maps are inside of one another, the outermost one included, up to 500. Default: `32`. */
  readonly depth?: number
}
