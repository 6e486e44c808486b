/** A named check of a router, for any test runner; `check` throws an error that says what was expected and got. */
export interface ConformanceCase {
  readonly name: string
  readonly check: () => void
}
