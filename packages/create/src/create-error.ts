/** The command cannot continue. The message says what to do. */
export class CreateError extends Error {
  override readonly name: string = 'CreateError'
  readonly exitCode: 1 | 2

  constructor(message: string, exitCode: 1 | 2, options?: ErrorOptions) {
    super(message, options)
    this.exitCode = exitCode
  }

  /** Wrong use of the command. */
  static wrongUse(message: string): CreateError {
    return new CreateError(message, 2)
  }

  /** A step of the command has failed. */
  static problem(message: string, options?: ErrorOptions): CreateError {
    return new CreateError(message, 1, options)
  }
}
