const protocols: readonly PropertyKey[] = [Symbol.asyncDispose, 'dispose', Symbol.dispose].filter(Boolean)

/** Disposes of a service in the first way it knows; of most there is nothing to dispose. */
export function disposeService(service: unknown): unknown {
  if ((typeof service !== 'object' && typeof service !== 'function') || service === null) return undefined
  for (const protocol of protocols) {
    const dispose: unknown = Reflect.get(service, protocol)
    if (typeof dispose === 'function') return dispose.call(service)
  }
  return undefined
}
