import { showAs } from './inspect.ts'
import { passFor } from './pass-for.ts'

/**
 * `Headers` as a flat list of names and values, which node writes as it is.
 *
 * Behaves as the platform's own and passes for it (`instanceof Headers`); setting one costs a tenth.
 * Source: the Fetch standard, section 5.1.
 */
export class LightHeaders {
  /** Names in any case when they come from the wire, lower-case when set here. */
  readonly #list: string[]
  readonly #isImmutable: boolean

  private constructor(list: string[], isImmutable: boolean) {
    if (!passesForHeaders) {
      passFor(LightHeaders, Headers)
      passesForHeaders = true
    }
    this.#list = list
    this.#isImmutable = isImmutable
  }

  /** The headers of an answer, in the list given, lower-cased and valid. */
  static mutable(list: string[]): LightHeaders & Headers {
    return new LightHeaders(list, false) as LightHeaders & Headers
  }

  /** What came with a request; its names are in any case. */
  static immutable(rawHeaders: string[]): LightHeaders & Headers {
    return new LightHeaders(rawHeaders, true) as LightHeaders & Headers
  }

  static isLight(value: object): value is LightHeaders {
    return #list in value
  }

  /** The list itself, for the one who writes it out or copies it. */
  static listOf(headers: LightHeaders): readonly string[] {
    return headers.#list
  }

  get(name: string): string | null {
    const list = this.#list
    const lower = checkName(name, 'get')
    let value: string | null = null
    for (let i = 0; i < list.length; i += 2) {
      if (!isNamed(list[i] as string, lower)) continue
      const next = list[i + 1] as string
      value = value === null ? next : value + (lower === 'cookie' ? '; ' : ', ') + next
    }
    return value
  }

  has(name: string): boolean {
    return this.#indexOf(checkName(name, 'has'), 0) !== -1
  }

  set(name: string, value: string): void {
    const lower = checkName(name, 'set')
    const normal = checkValue(value, 'set', lower)
    this.#checkMutable()
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
    const lower = checkName(name, 'append')
    const normal = checkValue(value, 'append', lower)
    this.#checkMutable()
    this.#list.push(lower, normal)
  }

  delete(name: string): void {
    const lower = checkName(name, 'delete')
    this.#checkMutable()
    this.#removeFrom(lower, 0)
  }

  getSetCookie(): string[] {
    const cookies: string[] = []
    for (let i = this.#indexOf('set-cookie', 0); i !== -1; i = this.#indexOf('set-cookie', i + 2)) {
      cookies.push(this.#list[i + 1] as string)
    }
    return cookies
  }

  forEach(callback: (value: string, name: string, headers: Headers) => void, thisArg?: unknown): void {
    if (typeof callback !== 'function') throw new TypeError('Headers.forEach: the callback is not a function')
    for (const [name, value] of this.entries()) callback.call(thisArg, value, name, this as unknown as Headers)
  }

  entries(): HeadersIterator<[string, string]> {
    return iterate(this, (pair) => [...pair])
  }

  keys(): HeadersIterator<string> {
    return iterate(this, ([name]) => name)
  }

  values(): HeadersIterator<string> {
    return iterate(this, ([, value]) => value)
  }

  [Symbol.iterator](): HeadersIterator<[string, string]> {
    return this.entries()
  }

  /** @internal The header list as it is iterated: sorted and combined, but for cookies, which stay apart. */
  sortedPairs(): readonly (readonly [string, string])[] {
    const names = new Set<string>()
    for (let i = 0; i < this.#list.length; i += 2) names.add((this.#list[i] as string).toLowerCase())
    return [...names].sort().flatMap((name) => {
      if (name !== 'set-cookie') return [[name, this.get(name) as string] as const]
      return this.getSetCookie().map((cookie) => [name, cookie] as const)
    })
  }

  #indexOf(lower: string, from: number): number {
    const list = this.#list
    for (let i = from; i < list.length; i += 2) if (isNamed(list[i] as string, lower)) return i
    return -1
  }

  #removeFrom(lower: string, from: number): void {
    for (let i = this.#indexOf(lower, from); i !== -1; i = this.#indexOf(lower, i)) this.#list.splice(i, 2)
  }

  #checkMutable(): void {
    if (this.#isImmutable) throw new TypeError('Headers are immutable')
  }
}

showAs(LightHeaders, 'Headers', (headers) => Object.fromEntries(headers.sortedPairs()))

let passesForHeaders = false

/** A header's value without the white space around it; throws what the platform throws for one that is not valid. */
export function checkValue(value: unknown, method: string, name: string): string {
  const text = `${value as string}`
  if (PLAIN_VALUE.test(text)) return text
  const normal = text.replace(OUTER_WHITESPACE, '')
  if (VALUE.test(normal)) return normal
  throw new TypeError(`Headers.${method}: the value of "${name}" holds a character that no header can carry`)
}

/** A header's name in lower case; throws what the platform throws for one that is not valid. */
export function checkName(name: unknown, method: string): string {
  const text = `${name as string}`
  if (!NAME.test(text)) throw new TypeError(`Headers.${method}: ${JSON.stringify(text)} is not a header name`)
  return text.toLowerCase()
}

type HeadersIterator<T> =
  ReturnType<Headers['keys']> extends infer I ? (I extends Iterator<string> ? IterableIterator<T> : never) : never

function isNamed(name: string, lower: string): boolean {
  return name === lower || (name.length === lower.length && name.toLowerCase() === lower)
}

const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
const PLAIN_VALUE = /^[!-~](?:[ -~]*[!-~])?$|^$/
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/
const OUTER_WHITESPACE = /^[\t\n\r ]+|[\t\n\r ]+$/g

/** Each step looks at the list anew, as iteration of the platform's headers is live. */
function iterate<T>(headers: LightHeaders, read: (pair: readonly [string, string]) => T): HeadersIterator<T> {
  let index = 0
  const iterator = Object.create(HeadersIteratorPrototype)
  iterator.next = (): IteratorResult<T> => {
    const pair = headers.sortedPairs()[index++]
    return pair ? { done: false, value: read(pair) } : { done: true, value: undefined }
  }
  return iterator
}

const HeadersIteratorPrototype: object = Object.create(
  Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())),
  {
    [Symbol.toStringTag]: { value: 'Headers Iterator', configurable: true },
  },
)
