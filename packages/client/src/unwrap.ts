import type { AnyResult } from './read-answer.ts'

/** The type of the data of a successful response: the union over all described statuses from 200 to 299. */
export type SuccessData<A> = A extends { readonly ok: true; readonly data: infer T } ? T : never

/** The error that `unwrap` throws for a response that is not a success. */
export class CallError<A extends { readonly status: number } = AnyResult> extends Error {
  override readonly name = 'CallError'
  /** The response of the call. The conditions `error.result.status === 409` and `error.result.problem` narrow the type of its data. */
  readonly result: A

  constructor(call: string, result: A) {
    super(`${call} was answered with ${result.status}`)
    this.result = result
  }

  /** True if a value is a `CallError` of this or another copy of the package. */
  static is(value: unknown): value is CallError {
    return (value as Error | undefined)?.name === 'CallError'
  }
}

/**
 * Returns the data of a call that succeeded: `const note = await unwrap(api.notes.read({ params: { id: 7 } }))`.
 *
 * Rejects with a `CallError` for a response whose `ok` is `false`, since its status is outside of 200 to 299 or not
 * described. If the call rejects, rejects with the error of the call.
 *
 * @example
 * const ping = endpoint({ method: 'GET', path: '/ping', responses: { 200: textContent() } })
 * const text: string = await unwrap(createClient({ ping }).ping())
 */
export async function unwrap<A extends AnyResult>(call: A | Promise<A>): Promise<SuccessData<A>> {
  const answer = await call
  if (answer.ok) return answer.data as SuccessData<A>
  throw new CallError(answer.response.url || 'The call', answer)
}
