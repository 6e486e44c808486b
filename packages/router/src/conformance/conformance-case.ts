/**
 * A named check of a router, for any test runner; `check` throws an error with the expected and the actual result if
 * the router fails.
 */
export interface ConformanceCase {
  readonly name: string
  readonly check: () => void
}
