/**
 * A copy of headers that cannot be changed.
 *
 * It is a real one, unlike the light headers of a request from node: platforms look inside what they are handed.
 */
export function lockHeaders(headers: Headers): Headers {
  LockedHeaders ??= lockedClass()
  return new LockedHeaders(headers)
}

let LockedHeaders: typeof Headers | undefined

/** Made at first use, since node loads its Fetch classes when they are first named. */
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
