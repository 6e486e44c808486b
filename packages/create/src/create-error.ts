/** The error for a run of `create-app` that cannot continue. The message says what to do. */
export class CreateError extends Error {
  override readonly name: string = 'CreateError'
  readonly exitCode: 1 | 2

  constructor(message: string, exitCode: 1 | 2, options?: ErrorOptions) {
    super(message, options)
    this.exitCode = exitCode
  }

  /** Makes the error for wrong use of the command. */
  static wrongUse(message: string): CreateError {
    return new CreateError(message, 2)
  }

  /** Makes the error for a failed step of the command. */
  static problem(message: string, options?: ErrorOptions): CreateError {
    return new CreateError(message, 1, options)
  }
}
