/**
 * Makes a signal call `fail` with the errors of its listeners: those that they throw, and those that their promises
 * reject with. Returns the signal.
 *
 * Node throws such errors outside of the request, where nothing can catch them, so that the process would end.
 */
export function heedListeners(signal: AbortSignal, fail: (error: unknown) => void): AbortSignal {
  const { addEventListener: add, removeEventListener: remove } = signal
  const heeded = new WeakMap<object, (event: Event) => void>()
  const heed = (listener: Listener) => {
    if (listener === null || heeded.has(listener)) return listener && heeded.get(listener)
    const call = (event: Event) => {
      try {
        const result: unknown =
          typeof listener === 'function' ? listener.call(signal, event) : listener.handleEvent(event)
        if (result instanceof Promise) result.catch(fail)
      } catch (error) {
        fail(error)
      }
    }
    heeded.set(listener, call)
    return call
  }
  // Node's `onabort` calls `addEventListener` of the signal, too.
  const define = (name: string, change: typeof add | typeof remove) =>
    Object.defineProperty(signal, name, {
      configurable: true,
      writable: true,
      value: (type: string, listener: Listener, options?: object) =>
        change.call(signal, type, heed(listener) as never, options),
    })
  define('addEventListener', add)
  define('removeEventListener', remove)
  return signal
}

type Listener = ((event: Event) => unknown) | { handleEvent(event: Event): unknown } | null
