/** What every command can be told. */
export interface CommonOptions {
  readonly app?: string
  readonly json?: boolean
}

/** How a command ended. */
export interface Outcome {
  /** The exit code; `undefined` as long as a server stays. */
  code: number | undefined
}
