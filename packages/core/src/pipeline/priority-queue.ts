import { ConfigurationError } from '@app/checks'

/**
 * Names for usual priorities; every other integer is allowed too (contract 2.6).
 *
 * `AFTER_ROUTING` is for middleware that has to know the route, and runs before the route. It works only if dispatch is
 * an entry of its own, with the priority `DISPATCH`.
 */
export const Priority: {
  readonly EARLY: 10_000
  readonly BEFORE_ROUTING: 1_000
  readonly ROUTING: 1
  readonly AFTER_ROUTING: -200
  readonly DISPATCH: -500
  readonly AFTER_DISPATCH: -1_000
} = /* @__PURE__ */ Object.freeze({
  EARLY: 10_000,
  BEFORE_ROUTING: 1_000,
  ROUTING: 1,
  AFTER_ROUTING: -200,
  DISPATCH: -500,
  AFTER_DISPATCH: -1_000,
})

/**
 * Values ordered by priority, higher first; values of equal priority keep the order of insertion (contract 2.6).
 *
 * @example
 * const queue = new PriorityQueue<string>().insert('last').insert('first', 10)
 * const [first] = queue
 */
export class PriorityQueue<T> implements Iterable<T> {
  readonly #entries: { readonly value: T; readonly priority: number }[] = []

  get size(): number {
    return this.#entries.length
  }

  /**
   * Adds a value. Throws a `ConfigurationError`, which names the entry by `name`, for a priority that is not an
   * integer.
   */
  insert(value: T, priority: number = Priority.ROUTING, name = `Entry ${this.size + 1}`): this {
    checkPriority(name, priority)
    this.#entries.push({ value, priority })
    return this
  }

  *[Symbol.iterator](): Iterator<T> {
    const sorted = this.#entries.toSorted((a, b) => b.priority - a.priority)
    for (const { value } of sorted) yield value
  }
}

/** Throws a `ConfigurationError` for a priority that is not an integer; `undefined` stands for the default. */
export function checkPriority(name: string, priority: unknown): void {
  if (priority === undefined || Number.isSafeInteger(priority)) return
  const got = JSON.stringify(priority) ?? typeof priority
  throw new ConfigurationError(
    'APP_PRIORITY',
    `${name}: a priority must be an integer such as 1, 1000 or -10, got ${got}.`,
  )
}
