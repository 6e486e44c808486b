import type { ServerRequest } from '@app/http'
import { sourceOf } from '@app/http/internal'

/**
 * The errors for which a compiled chain has no error middleware left. They are thrown outwards through the positions
 * before, which must not offer them again. An application around the chain has a chain of its own, with error middleware
 * that may still answer them.
 */
export class UnansweredErrors {
  /** The errors by request, whatever view of it a position has. A thrown value may also be a string. */
  readonly #errors = new WeakMap<object, Set<unknown>>()

  add(error: unknown, request: ServerRequest): void {
    const source = sourceOf(request)
    const known = this.#errors.get(source)
    if (known) known.add(error)
    else this.#errors.set(source, new Set([error]))
  }

  has(error: unknown, request: ServerRequest): boolean {
    return this.#errors.get(sourceOf(request))?.has(error) === true
  }
}
