/** Why nothing more is done; the message says what to do. */
export class CreateError extends Error {
  override readonly name: string = 'CreateError'
  readonly exitCode: 1 | 2

  constructor(message: string, exitCode: 1 | 2, options?: ErrorOptions) {
    super(message, options)
    this.exitCode = exitCode
  }

  /** Something was asked for that cannot be. */
  static wrongUse(message: string): CreateError {
    return new CreateError(message, 2)
  }

  /** Something went wrong on the way. */
  static problem(message: string, options?: ErrorOptions): CreateError {
    return new CreateError(message, 1, options)
  }
}
