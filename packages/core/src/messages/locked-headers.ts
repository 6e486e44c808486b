/**
 * A copy of headers that cannot be changed.
 *
 * It is a real `Headers` object, since platforms access the internals of the headers that they get.
 */
export function lockHeaders(headers: Headers): Headers {
  LockedHeaders ??= lockedClass()
  return new LockedHeaders(headers)
}

let LockedHeaders: typeof Headers | undefined

/** Made at first use: naming `Headers` makes node load its Fetch classes. */
function lockedClass(): typeof Headers {
  const Locked = class extends Headers {}
  Object.defineProperties(Locked.prototype, {
    constructor: { value: Headers },
    set: { value: refuse },
    append: { value: refuse },
    delete: { value: refuse },
  })
  return Locked
}

function refuse(): never {
  throw new TypeError('Headers are immutable')
}
