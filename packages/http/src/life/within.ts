/**
 * Waits for `work`, but not longer than the given seconds: then it rejects with an `Error`, and aborts `late`, if that
 * is given. Nothing else can stop the work: its later result is ignored.
 *
 * For calls to a database or another service, which may hang: a request must not wait for it without a limit. `what`
 * begins the message: `The store took longer than 2 s.`
 *
 * @example
 * const user = await within(2, users.find(id), 'The list of users')
 */
export async function within<T>(seconds: number, work: Promise<T>, what: string, late?: AbortController): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new Error(`${what} took longer than ${seconds} s.`)
      reject(error)
      late?.abort(error)
    }, seconds * 1_000)
  })
  try {
    return await Promise.race([work, limit])
  } finally {
    clearTimeout(timer)
  }
}
