/** Why a command ends without having done its work; the message says what to do. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError'
  readonly exitCode: 1 | 2

  constructor(message: string, exitCode: 1 | 2, options?: ErrorOptions) {
    super(message, options)
    this.exitCode = exitCode
  }

  /** Something was asked for that cannot be. */
  static wrongUse(message: string): CommandError {
    return new CommandError(message, 2)
  }

  /** Something of the application is not as it has to be. */
  static problem(message: string, options?: ErrorOptions): CommandError {
    return new CommandError(message, 1, options)
  }
}
