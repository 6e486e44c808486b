// biome-ignore-all lint/complexity/noArguments: an argument that is missing is an error, one that is undefined is not

import { headerName, headerValue, isNamed, joinValues } from './header-syntax.ts'
import { passFor, showAs } from './pass-for.ts'

/**
 * `Headers` on top of a flat list of names and values, the form that node writes.
 *
 * Behaves like the platform's class and passes for it (`instanceof Headers`). Setting a header takes a tenth of the
 * time that the platform's class takes. Source: the Fetch standard, section 5.1.
 */
export class LightHeaders {
  /**
   * Names and values in turn. Names of a received request are in any case; names that a program has set are in lower
   * case.
   */
  readonly #list: string[]
  readonly #isImmutable: boolean
  /** The sorted pairs, which the first iteration caches and the next change drops. */
  #sorted: readonly HeaderPair[] | undefined

  private constructor(list: string[], isImmutable: boolean) {
    if (!passesForHeaders) passForHeaders()
    this.#list = list
    this.#isImmutable = isImmutable
  }

  /** Makes headers of a response over `list`, whose names are valid and in lower case. */
  static mutable(list: string[]): LightHeaders & Headers {
    return new LightHeaders(list, false) as LightHeaders & Headers
  }

  /** Makes headers of a received request, with names in any case. */
  static immutable(rawHeaders: string[]): LightHeaders & Headers {
    return new LightHeaders(rawHeaders, true) as LightHeaders & Headers
  }

  /**
   * Returns a copy of the list of names and values if `headers` is the `LightHeaders` of a response, else `undefined`.
   */
  static copyOf(headers: unknown): string[] | undefined {
    if (typeof headers !== 'object' || headers === null) return undefined
    return #list in headers && !headers.#isImmutable ? [...headers.#list] : undefined
  }

  get(name: string): string | null {
    if (arguments.length < 1) throw tooFew('get', 1)
    const list = this.#list
    const lower = headerName(name)
    let value: string | null = null
    for (let i = 0; i < list.length; i += 2) {
      if (!isNamed(list[i] as string, lower)) continue
      const next = list[i + 1] as string
      value = value === null ? next : joinValues(lower, value, next)
    }
    return value
  }

  has(name: string): boolean {
    if (arguments.length < 1) throw tooFew('has', 1)
    return this.#indexOf(headerName(name), 0) !== -1
  }

  set(name: string, value: string): void {
    if (arguments.length < 2) throw tooFew('set', 2)
    const lower = headerName(name)
    const normal = headerValue(value, lower)
    this.#open()
    const list = this.#list
    const first = this.#indexOf(lower, 0)
    if (first === -1) {
      list.push(lower, normal)
      return
    }
    list[first + 1] = normal
    this.#removeFrom(lower, first + 2)
  }

  append(name: string, value: string): void {
    if (arguments.length < 2) throw tooFew('append', 2)
    const lower = headerName(name)
    const normal = headerValue(value, lower)
    this.#open()
    this.#list.push(lower, normal)
  }

  delete(name: string): void {
    if (arguments.length < 1) throw tooFew('delete', 1)
    const lower = headerName(name)
    this.#open()
    this.#removeFrom(lower, 0)
  }

  getSetCookie(): string[] {
    const cookies: string[] = []
    for (let i = this.#indexOf('set-cookie', 0); i !== -1; i = this.#indexOf('set-cookie', i + 2)) {
      cookies.push(this.#list[i + 1] as string)
    }
    return cookies
  }

  forEach(callback: (value: string, name: string, headers: Headers) => void, thisArg: unknown = globalThis): void {
    if (typeof callback !== 'function') throw new TypeError('Headers.forEach: the callback is not a function')
    for (const [name, value] of this.entries()) callback.call(thisArg, value, name, this as unknown as Headers)
  }

  entries(): HeadersIterator<[string, string]> {
    return iterateHeaders(this.#pairs(), ([name, value]) => [name, value])
  }

  keys(): HeadersIterator<string> {
    return iterateHeaders(this.#pairs(), ([name]) => name)
  }

  values(): HeadersIterator<string> {
    return iterateHeaders(this.#pairs(), ([, value]) => value)
  }

  declare [Symbol.iterator]: () => HeadersIterator<[string, string]>

  /**
   * Returns a function that reads the headers, since each step of an iteration reads them again. The function is made
   * in a private method, since calling that method throws if `this` is not a `LightHeaders`.
   */
  #pairs(): () => readonly HeaderPair[] {
    return () => {
      this.#sorted ??= sortedPairs(this.#list)
      return this.#sorted
    }
  }

  #indexOf(lower: string, from: number): number {
    const list = this.#list
    for (let i = from; i < list.length; i += 2) if (isNamed(list[i] as string, lower)) return i
    return -1
  }

  #removeFrom(lower: string, from: number): void {
    for (let i = this.#indexOf(lower, from); i !== -1; i = this.#indexOf(lower, i)) this.#list.splice(i, 2)
  }

  /** Prepares a change: throws for immutable headers, and drops the cached list. */
  #open(): void {
    if (this.#isImmutable) throw new TypeError('Headers are immutable')
    this.#sorted = undefined
  }
}

/** Called when the first instance is made: importing this module then has no side effect, and a bundler can drop it. */
function passForHeaders(): void {
  passesForHeaders = true
  const { entries } = LightHeaders.prototype
  Object.defineProperty(LightHeaders.prototype, Symbol.iterator, { value: entries, writable: true, configurable: true })
  passFor(LightHeaders, Headers)
  showAs(LightHeaders, 'Headers', (headers) => {
    const names = new Set(headers.keys())
    return Object.fromEntries([...names].map((name) => [name, headers.get(name)]))
  })
}

let passesForHeaders = false

function tooFew(method: string, count: number): TypeError {
  return new TypeError(`Headers.${method}: takes ${count === 1 ? 'one argument' : 'two arguments'}`)
}

/** A header's name in lower case, and its value. */
type HeaderPair = readonly [name: string, value: string]

/**
 * Returns the headers of a flat list in the order of iteration: sorted by name, with headers of one name combined,
 * except `set-cookie`.
 *
 * Source: the Fetch standard, "sort and combine".
 */
function sortedPairs(list: readonly string[]): readonly HeaderPair[] {
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

/** The iterator that `entries`, `keys` and `values` of `Headers` return. */
type HeadersIterator<T> =
  ReturnType<Headers['keys']> extends infer I ? (I extends Iterator<string> ? IterableIterator<T> : never) : never

/** Iterates over headers and reads them anew at each step: the iteration of `Headers` is live. */
function iterateHeaders<T>(pairs: () => readonly HeaderPair[], read: (pair: HeaderPair) => T): HeadersIterator<T> {
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

/** Brings the iterator into the form that Web IDL prescribes: an inherited constructor, and an enumerable `next`. */
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
