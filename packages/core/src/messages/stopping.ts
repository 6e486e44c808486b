/**
 * A signal of a request's own that follows that of its server, and never aborts where there is none.
 *
 * Who listens to the server's would stay with it when the request is over.
 */
export function stoppingOf(request: object, server: AbortSignal | undefined): AbortSignal {
  const known = signals.get(request)
  if (known) return known
  const signal = server ? AbortSignal.any([server]) : new AbortController().signal
  signals.set(request, signal)
  return signal
}

/** Few ask, so that it is no part of every request. */
const signals = new WeakMap<object, AbortSignal>()
