/**
 * An answer that is no success, in place of data.
 *
 * @example
 * const { error } = useQuery(queries.notes.read.queryOptions({ params: { id: 1 } }))
 * if (error instanceof CallError && error.answer.status === 404) console.log('There is no such note')
 */
export class CallError<A extends { readonly status: number } = { readonly status: number }> extends Error {
  override readonly name = 'CallError'
  /** The answer as the call gave it: `error.answer.status === 409` narrows its data. */
  readonly answer: A

  constructor(call: string, answer: A) {
    super(`${call} was answered with ${answer.status}`)
    this.answer = answer
  }
}
