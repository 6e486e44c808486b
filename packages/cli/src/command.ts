/** The options that every command has. */
export interface CommonOptions {
  readonly app?: string | undefined
  readonly json?: boolean | undefined
}

/** The result of a run of `app`, which the command sets. */
export interface Outcome {
  /** The exit code; `undefined` while a server keeps running. */
  code: number | undefined
}

/** The error for a command that cannot do its work. The message says what to do. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError'
  readonly exitCode: 1 | 2

  constructor(message: string, exitCode: 1 | 2, options?: ErrorOptions) {
    super(message, options)
    this.exitCode = exitCode
  }

  /** Makes the error for wrong use of a command, which ends with the exit code 2. */
  static wrongUse(message: string): CommandError {
    return new CommandError(message, 2)
  }

  /** Makes the error for a problem of the application, which ends with the exit code 1. */
  static problem(message: string, options?: ErrorOptions): CommandError {
    return new CommandError(message, 1, options)
  }
}

/** A problem that `app check` has found. The message may have several lines. */
export interface Problem {
  readonly kind:
    | 'resolution'
    | 'copies'
    | 'versions'
    | 'loading'
    | 'shadowed-route'
    | 'dead-middleware'
    | 'hidden-service'
    | 'policy'
    | 'attribute'
    | 'closed-route'
    | 'lock'
    | 'types'
    | 'warning'
  readonly message: string
}
