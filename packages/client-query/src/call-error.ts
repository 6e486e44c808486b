/** An answer that is no success, in place of data. */
export class CallError<A extends { readonly status: number } = { readonly status: number }> extends Error {
  override readonly name = 'CallError'
  /** The answer as the call gave it: `error.answer.status === 409` narrows its data. */
  readonly answer: A

  constructor(call: string, answer: A) {
    super(`${call} was answered with ${answer.status}`)
    this.answer = answer
  }
}
