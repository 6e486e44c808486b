/** An `env()` value was used as text or as a number before the configuration was resolved. */
export class UnresolvedEnvError extends Error {
  override readonly name = 'UnresolvedEnvError'
  /** The name of the variable. */
  readonly variable: string

  constructor(variable: string) {
    super(
      `env('${variable}') is a placeholder until the configuration is resolved, so it cannot be part of a text or a sum. ` +
        'Let it stand alone as a value and put it together in a post-processor.',
    )
    this.variable = variable
  }
}
