/** Some services could not be disposed of; `errors` has what they threw, in that order. The others are disposed of. */
export class DisposalError extends AggregateError {
  override readonly name = 'DisposalError'

  constructor(failures: readonly { readonly name: string; readonly error: unknown }[]) {
    super(
      failures.map(({ error }) => error),
      `Not everything could be disposed of: ${failures.map(({ name }) => `"${name}"`).join(', ')}. See errors.`,
    )
  }
}
