import type { ServerRequest } from '@app/core'
import type { TemplateValue } from './app-values.ts'

/** The values of a request that a template finds under `app`. Each value is made when the template first uses it. */
export class ValuesOfRequest {
  /** The values that the template gets. */
  readonly values: Readonly<Record<string, unknown>>
  readonly #made = new Map<string, unknown>()
  readonly #waiting = new Map<string, PromiseLike<unknown>>()

  constructor(request: ServerRequest, makers: Readonly<Record<string, TemplateValue>>) {
    const getters = Object.entries(makers).map(([name, make]) => {
      const get = () => this.#valueOf(name, () => make(request))
      return [name, { get, enumerable: true }]
    })
    this.values = Object.defineProperties({}, Object.fromEntries(getters))
  }

  /**
   * Waits for the promises that the template has used. Returns `true` if there were any: then the template is rendered
   * again.
   */
  async settle(): Promise<boolean> {
    if (this.#waiting.size === 0) return false
    for (const [name, promise] of this.#waiting) this.#made.set(name, await promise)
    this.#waiting.clear()
    return true
  }

  #valueOf(name: string, make: () => unknown): unknown {
    if (!this.#made.has(name)) {
      const value = make()
      const isPromise = typeof (value as PromiseLike<unknown> | undefined)?.then === 'function'
      if (isPromise) this.#waiting.set(name, value as PromiseLike<unknown>)
      // The template gets `undefined` instead of the promise. The rendered text is discarded, and the template is
      // rendered again with the value.
      this.#made.set(name, isPromise ? undefined : value)
    }
    return this.#made.get(name)
  }
}
