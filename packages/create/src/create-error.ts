/** The error for a run of `create-app` that cannot continue. The message says what to do. */
export class CreateError extends Error {
  override readonly name: string = 'CreateError'
  readonly exitCode: 1 | 2

  constructor(message: string, exitCode: 1 | 2, options?: ErrorOptions) {
    super(message, options)
    this.exitCode = exitCode
  }

  /** Makes the error for wrong use of `create-app`, which ends with the exit code 2. */
  static wrongUse(message: string): CreateError {
    return new CreateError(message, 2)
  }

  /** Makes the error for a step of `create-app` that has failed, which ends with the exit code 1. */
  static problem(message: string, options?: ErrorOptions): CreateError {
    return new CreateError(message, 1, options)
  }
}
