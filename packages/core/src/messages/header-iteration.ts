import { joinValues } from './header-syntax.ts'

/** A header's name in lower case, and its value. */
export type HeaderPair = readonly [name: string, value: string]

/**
 * The headers of a flat list in the order of iteration: sorted by name, and headers of one name combined, except
 * `set-cookie`.
 *
 * Source: the Fetch standard, "sort and combine".
 */
export function sortedPairs(list: readonly string[]): readonly HeaderPair[] {
  const combined = new Map<string, string>()
  const pairs: HeaderPair[] = []
  for (let i = 0; i < list.length; i += 2) {
    const name = (list[i] as string).toLowerCase()
    const value = list[i + 1] as string
    const earlier = combined.get(name)
    if (name === 'set-cookie') pairs.push([name, value])
    else combined.set(name, earlier === undefined ? value : joinValues(name, earlier, value))
  }
  return pairs.concat([...combined]).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
}

/** What `entries`, `keys` and `values` of `Headers` give. */
export type HeadersIterator<T> =
  ReturnType<Headers['keys']> extends infer I ? (I extends Iterator<string> ? IterableIterator<T> : never) : never

/** Iterates over headers and reads them anew at each step: the iteration of `Headers` is live. */
export function iterateHeaders<T>(
  pairs: () => readonly HeaderPair[],
  read: (pair: HeaderPair) => T,
): HeadersIterator<T> {
  return new LiveIterator(pairs, read) as unknown as HeadersIterator<T>
}

class LiveIterator<T> {
  readonly #pairs: () => readonly HeaderPair[]
  readonly #read: (pair: HeaderPair) => T
  #index = 0

  constructor(pairs: () => readonly HeaderPair[], read: (pair: HeaderPair) => T) {
    if (!passesForIterator) passForIterator()
    this.#pairs = pairs
    this.#read = read
  }

  next(): IteratorResult<T> {
    const pair = this.#pairs()[this.#index]
    if (!pair) return { value: undefined, done: true }
    this.#index++
    return { value: this.#read(pair), done: false }
  }
}

/** Gives the iterator the form that Web IDL prescribes: an inherited constructor, and an enumerable `next`. */
function passForIterator(): void {
  passesForIterator = true
  const prototype = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()))
  Object.setPrototypeOf(LiveIterator.prototype, prototype)
  Reflect.deleteProperty(LiveIterator.prototype, 'constructor')
  Object.defineProperties(LiveIterator.prototype, {
    next: { enumerable: true },
    [Symbol.toStringTag]: { value: 'Headers Iterator', configurable: true },
  })
}

let passesForIterator = false
