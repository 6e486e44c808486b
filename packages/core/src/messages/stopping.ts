/**
 * A signal for one request that aborts when the signal of the server does; without a server it never aborts.
 *
 * Listeners on the server's own signal would stay there after the request is over.
 */
export function stoppingOf(request: object, server: AbortSignal | undefined): AbortSignal {
  const known = signals.get(request)
  if (known) return known
  const signal = server ? AbortSignal.any([server]) : new AbortController().signal
  signals.set(request, signal)
  return signal
}

/** Kept apart from the request, since few requests need one. */
const signals = new WeakMap<object, AbortSignal>()
