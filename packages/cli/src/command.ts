/** Options of every command. */
export interface CommonOptions {
  readonly app?: string
  readonly json?: boolean
}

/** How a command ended. */
export interface Outcome {
  /** The exit code; `undefined` as long as a server stays. */
  code: number | undefined
}

/** A command cannot do its work. The message says what to do. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError'
  readonly exitCode: 1 | 2

  constructor(message: string, exitCode: 1 | 2, options?: ErrorOptions) {
    super(message, options)
    this.exitCode = exitCode
  }

  /** Wrong use of the command. */
  static wrongUse(message: string): CommandError {
    return new CommandError(message, 2)
  }

  /** A problem of the application. */
  static problem(message: string, options?: ErrorOptions): CommandError {
    return new CommandError(message, 1, options)
  }
}

/** A problem of an application, in a few lines that say what to do. */
export interface Problem {
  readonly kind:
    | 'resolution'
    | 'copies'
    | 'versions'
    | 'loading'
    | 'shadowed-route'
    | 'dead-middleware'
    | 'policy'
    | 'attribute'
    | 'lock'
    | 'types'
  readonly message: string
}
