import { describeValue, nearest, refuseMore } from '@app/checks'
import { invalidRoute } from './invalid-route.ts'
import type { MetadataKey } from './metadata-key.ts'
import { parsePath } from './path/path-grammar.ts'
import {
  isWhole,
  knownPlaceholders,
  type Placeholder,
  placeholderNames,
  placeholdersOf,
  readCatchAll,
  type Segment,
} from './path/segment.ts'
import { compileToken, type TokenTest } from './token/token.ts'

/**
 * Options of a route for the router (contract 2.1).
 *
 * A router may name further options in its traits, and declares their types: `declare module '@app/router' { interface
 * RouteOptions { … } }`. Compiling refuses all other options. Values for other code than the router are metadata:
 * `route.set(key, value)`.
 */
export interface RouteOptions {
  /** Regular expressions, by placeholder, that a decoded value must match as a whole. */
  readonly tokens?: Readonly<Record<string, string>> | undefined
  /**
   * Values, by placeholder, for optional parts that a request or URL leaves out. A default for any other name becomes a
   * param of every match.
   */
  readonly defaults?: Readonly<Record<string, string>> | undefined
  /**
   * Accepts tokens whose test of some value could take long. The author of the route then has to make sure that no
   * request has such a value.
   */
  readonly allowUnsafeTokens?: boolean | undefined
}

/**
 * A path, its methods, and the middleware that answers it.
 *
 * Without `methods`, or with `null`, the route has any method that the router supports (contract 4.1). The default name
 * is the path, followed, if there is a list of methods, by `^` and the methods joined by `:`. Throws a
 * `ConfigurationError` for a path that does not parse (`APP_PATH_SYNTAX`), for a bad name, methods or tokens
 * (`APP_ROUTE`), and for middleware in several arguments (`APP_ARGUMENTS`).
 *
 * @example
 * const route = new Route('/users/{id}', showUser, ['GET'], 'user.show')
 */
export class Route<const P extends string = string, M = unknown> {
  readonly path: P
  readonly middleware: M
  /** The methods in upper case, without repetition; `null` means any method. */
  readonly methods: readonly string[] | null
  readonly name: string
  #options: RouteOptions = NO_OPTIONS
  #segments: readonly Segment[]
  #tokens: ReadonlyMap<string, TokenTest>
  readonly #parsed: readonly Segment[]
  #watchers: readonly (() => void)[] = NO_WATCHERS
  #metadata: ReadonlyMap<string, unknown> = NO_METADATA

  constructor(path: P, middleware: M, methods?: readonly Method[] | null, name?: string | null)
  constructor(...given: [path: P, middleware: M, methods?: readonly Method[] | null, name?: string | null]) {
    refuseMore('new Route', given, 4)
    const [path, middleware, methods = null, name = null] = given
    this.#parsed = parsePath(path)
    this.path = path
    this.middleware = middleware
    this.methods = normalizeMethods(path, methods)
    if (name !== null && typeof name !== 'string') {
      throw invalidRoute(`Route "${path}": its name must be a string, got ${describeValue(name)}.`)
    }
    this.name = name || (this.methods ? `${path}^${this.methods.join(':')}` : path)
    this.#segments = this.#parsed
    this.#tokens = this.#compileTokens(this.#parsed, {})
  }

  get options(): RouteOptions {
    return this.#options
  }

  /** The parsed path, with its own tokens and those of the option `tokens`. */
  get segments(): readonly Segment[] {
    return this.#segments
  }

  /** The tests by which tokens accept decoded values, by placeholder. */
  get tokens(): ReadonlyMap<string, TokenTest> {
    return this.#tokens
  }

  /**
   * Replaces the options, also after registration, but not after the first request.
   *
   * Throws a `ConfigurationError` for a token that names no placeholder of the path, is invalid or is unsafe, for a
   * default that is not a string, and for a default with a misspelt name of a placeholder.
   */
  setOptions(options: RouteOptions): this {
    this.#checkTokens(options.tokens ?? {})
    this.#checkDefaults(options.defaults ?? {})
    const segments = this.#withTokens(options.tokens ?? {})
    const tokens = this.#compileTokens(segments, options)
    for (const changing of this.#watchers) changing()
    this.#tokens = tokens
    this.#segments = segments
    this.#options = { ...options }
    return this
  }

  /**
   * Sets the value of a metadata key, in place of an earlier value of this key. The value takes effect from the next
   * request on. The routes are not compiled again, since routers do not see metadata. Throws a `ConfigurationError` for
   * a `key` that is not a metadata key, and if the key's `check` refuses the value.
   */
  set<T>(key: MetadataKey<T, unknown>, value: T extends unknown ? T : never): this {
    this.#refuseOtherKey('set() takes a key of metadataKey(name) and a value', key)
    this.#metadata = new Map(this.#metadata).set(key.name, this.#checked(key, value))
    return this
  }

  /** The value of a key, or the key's default. */
  metadata<T, D>(key: MetadataKey<T, D>): T | D
  /** The values that were set, by the names of their keys. */
  metadata(): ReadonlyMap<string, unknown>
  metadata<T, D>(key?: MetadataKey<T, D>): T | D | ReadonlyMap<string, unknown> {
    if (key === undefined) return this.#metadata
    this.#refuseOtherKey('metadata() takes a key of metadataKey(name)', key)
    return this.#metadata.has(key.name) ? (this.#metadata.get(key.name) as T) : (key.default as D)
  }

  /**
   * Adds a function that is called before the options change, so that the route is compiled again. It may throw, to
   * refuse the change.
   */
  watch(changing: () => void): void {
    this.#watchers = [...this.#watchers, changing]
  }

  /** Writes the methods and the path of the route, and its name if one was given, for error messages. */
  toString(): string {
    const methods = this.methods ? this.methods.join('|') || 'no method' : 'any method'
    const isDefaultName = this.name === this.path || this.name.startsWith(`${this.path}^`)
    return `${methods} ${this.path}${isDefaultName ? '' : ` (${this.name})`}`
  }

  #refuseOtherKey(rule: string, key: unknown): void {
    if (typeof key === 'object' && typeof (key as MetadataKey<unknown> | null)?.name === 'string') return
    throw invalidRoute(`Route ${this}: ${rule}, got ${describeValue(key)}.`)
  }

  #checked<T>({ name, check }: MetadataKey<T, unknown>, value: T): T {
    try {
      return check ? check(value) : value
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw invalidRoute(`Route ${this}: the metadata "${name}" cannot be this: ${reason}`, { cause: error })
    }
  }

  #checkTokens(tokens: object): void {
    for (const name of Object.keys(tokens)) {
      if (!placeholderNames(this.#parsed).includes(name)) {
        const known = knownPlaceholders(this.#parsed)
        throw invalidRoute(`Route ${this}: there is a token for {${name}}, but no such placeholder. ${known}.`)
      }
    }
  }

  #checkDefaults(defaults: object): void {
    const names = placeholderNames(this.#parsed)
    for (const [name, value] of Object.entries(defaults)) {
      if (typeof value !== 'string') {
        throw invalidRoute(`Route ${this}: the default of {${name}} is a string, got ${typeof value}.`)
      }
      const near = names.includes(name) ? undefined : nearest(name, names)
      if (near === undefined) continue
      throw invalidRoute(
        `Route ${this}: there is a default for {${name}}, but no such placeholder. Did you mean {${near}}?`,
      )
    }
  }

  #withTokens(tokens: Readonly<Record<string, string>>): readonly Segment[] {
    const tokened = <P extends Placeholder>(placeholder: P): P =>
      Object.hasOwn(tokens, placeholder.name) ? { ...placeholder, token: tokens[placeholder.name] } : placeholder
    const segments = this.#parsed.map((segment) => {
      if (segment.kind === 'compound') return { ...segment, placeholders: segment.placeholders.map(tokened) }
      return segment.kind === 'static' ? segment : tokened(segment)
    })
    return readCatchAll(segments)
  }

  #compileTokens(segments: readonly Segment[], options: RouteOptions): ReadonlyMap<string, TokenTest> {
    if (placeholdersOf(segments).every((placeholder) => !('token' in placeholder))) return NO_TOKENS
    const tests = new Map<string, TokenTest>()
    const last = segments.at(-1)
    for (const segment of segments) {
      const kind = segment.kind === 'rest' ? 'rest' : segment === last && isWhole(segment) ? 'end' : 'segment'
      for (const placeholder of placeholdersOf([segment])) {
        if (!('token' in placeholder)) continue
        const { name, token } = placeholder
        tests.set(name, compileToken({ owner: this.toString(), name, kind }, token, options.allowUnsafeTokens))
      }
    }
    return tests
  }
}

/** The metadata of a route that has none. All such routes share this map, which saves memory. */
const NO_METADATA: ReadonlyMap<string, unknown> = new Map()
const NO_TOKENS: ReadonlyMap<string, TokenTest> = new Map()
const NO_OPTIONS: RouteOptions = Object.freeze({})
const NO_WATCHERS: readonly (() => void)[] = []

/** An HTTP method: the usual ones, or any other token (RFC 9110 section 9.1). */
export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS' | 'TRACE' | (string & {})

/**
 * Returns the methods of a route in upper case; `null` means any method. Throws a `ConfigurationError` for an invalid
 * method, and for methods that are not a list.
 */
function normalizeMethods(path: string, methods: readonly Method[] | null): readonly string[] | null {
  if (methods === null) return null
  if (!Array.isArray(methods)) {
    throw invalidRoute(`Route "${path}": methods are a list like ['GET'], got ${JSON.stringify(methods)}.`)
  }
  const upper = methods.map((method) => {
    if (typeof method === 'string' && TOKEN.test(method)) return method.toUpperCase()
    throw invalidRoute(`Route "${path}": ${JSON.stringify(method)} is not an HTTP method.`)
  })
  return shared([...new Set(upper)])
}

/**
 * Returns one shared array for equal lists of methods. This saves memory, since a program has many routes with few
 * different lists.
 */
function shared(methods: readonly string[]): readonly string[] {
  const key = methods.join()
  const known = lists.get(key)
  if (known) return known
  const list = Object.freeze(methods)
  if (lists.size < MAX_LISTS) lists.set(key, list)
  return list
}

const lists = new Map<string, readonly string[]>()
const MAX_LISTS = 100

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
