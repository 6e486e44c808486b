import { refuseSecond } from '@app/checks'
import type { Params } from '@app/router'
import type { AttributeKey } from './attribute-key.ts'
import type { Awaitable, RequestHandler } from './request-handler.ts'
import type { ServerRequest } from './server-request.ts'

/** A key of any attribute, whatever its type. */
export type AnyAttributeKey = Pick<AttributeKey<unknown>, 'name' | 'id'>

/**
 * A type that tells the compiler which attributes middleware sets. The property does not exist at run time; tools read
 * the keys by `notedKeys`.
 */
export interface Provides<K extends AnyAttributeKey> {
  readonly '~provides': K
}

/**
 * A type that tells the compiler which attributes a handler or middleware reads. Neither property exists at run time:
 * the value is the handler itself.
 *
 * The compiler accepts such a handler only after middleware that provides these attributes.
 */
export interface Reading<K extends AnyAttributeKey, H> {
  readonly '~reads': K
  readonly '~handler': H
}

/**
 * Declares which attributes middleware sets: `const enter = provides([Team], (request, handler) => …)`.
 *
 * It returns the same middleware. If it runs before a handler that `reads` one of these attributes, the compiler knows
 * that the attribute is there.
 *
 * @example
 * const USER = attributeKey<string, 'user'>('user')
 * const enter = provides([USER], (request, handler) => handler(request.withAttribute(USER, 'Ada')))
 */
export function provides<const K extends readonly AnyAttributeKey[], P = Params>(
  keys: K,
  middleware: (request: ServerRequest<P>, handler: RequestHandler) => Awaitable<Response>,
): ((request: ServerRequest<P>, handler: RequestHandler) => Awaitable<Response>) & Provides<K[number]>
export function provides<const K extends readonly AnyAttributeKey[], M extends object>(
  keys: K,
  middleware: M,
): M & Provides<K[number]>
export function provides(keys: readonly AnyAttributeKey[], middleware: object, ...more: readonly unknown[]): never {
  refuseSecond('provides', more, 'Write [provides(keys, first), second].')
  return noted('provides', keys, middleware) as never
}

/**
 * Declares which attributes a handler reads: `app.get('/', [enter, reads([Team], (request) => …)])`.
 *
 * It returns the same handler. If nothing before it provides one of the attributes, in the same list or by `after`,
 * the program does not compile, and the compiler names the attribute.
 *
 * @example
 * const USER = attributeKey<string, 'user'>('user')
 * const enter = provides([USER], (request, handler) => handler(request.withAttribute(USER, 'Ada')))
 * app.get('/', [enter, reads([USER], (request) => text(request.attribute(USER)))])
 */
export function reads<
  const K extends readonly AnyAttributeKey[],
  // The signature gives the request a type where the surroundings do not, as in a factory that returns the handler.
  H extends object | ((request: ServerRequest, handler: RequestHandler) => unknown),
>(keys: K, handler: H): Reading<K[number], H>
export function reads(keys: readonly AnyAttributeKey[], handler: object, ...more: readonly unknown[]): unknown {
  refuseSecond('reads', more, 'Write [first, reads(keys, second)].')
  return noted('reads', keys, handler)
}

/** Returns the keys of the attributes that middleware provides or reads, for tools. */
export function notedKeys(what: 'provides' | 'reads', middleware: object): readonly AnyAttributeKey[] {
  return (middleware as { readonly [property: symbol]: readonly AnyAttributeKey[] })[noteOf(what)] ?? []
}

function noted(what: 'provides' | 'reads', keys: readonly AnyAttributeKey[], middleware: object): unknown {
  // For a frozen object `Reflect.defineProperty` returns `false` and does not throw: tools then see no keys, and all
  // else works.
  Reflect.defineProperty(middleware, noteOf(what), {
    value: [...notedKeys(what, middleware), ...keys],
    configurable: true,
  })
  return middleware
}

/**
 * Returns the symbol of the property that holds the keys which middleware provides or reads. The symbol is the same in
 * all copies of this package.
 */
function noteOf(what: string): symbol {
  return Symbol.for(`@app/http/${what}`)
}

/**
 * Declares once, for many handlers, which middleware the pipeline runs before them:
 * `const member = after([session(…), enter])`, and then `app.get('/', member(reads([Team], home)))`.
 *
 * The resulting function returns each handler unchanged, and runs no middleware. A handler that reads an attribute
 * which none of the middleware provides does not compile.
 *
 * @example
 * const USER = attributeKey<string, 'user'>('user')
 * const enter = provides([USER], (request, handler) => handler(request.withAttribute(USER, 'Ada')))
 * const member = after([enter])
 * app.get('/', member(reads([USER], (request: ServerRequest) => text(request.attribute(USER)))))
 */
export function after<const M extends readonly unknown[]>(
  this: Present<M>,
  _middleware: M,
): <K extends AnyAttributeKey, H>(handler: Reading<K, H> & NotProvided<Exclude<K, ProvidedBy<M>>>) => H {
  return (handler) => handler as never
}

/**
 * Checks the type of a list of middleware and handlers: `unknown` if each item reads only attributes that earlier items
 * provide; else a string that names a missing attribute.
 */
export type Present<M extends readonly unknown[]> = [Extract<M[number], Parted>] extends [never]
  ? unknown
  : NotProvided<Lacking<M, never>>

/** The attributes that a list of middleware provides to a handler after the list. */
export type ProvidedBy<F> =
  F extends Provides<infer K>
    ? K
    : F extends readonly unknown[]
      ? number extends F['length']
        ? never
        : ProvidedBy<F[number]>
      : never

/** The text by which the compiler names a missing attribute: by the name of its key, else by its type. */
export type NotProvided<K> = [K] extends [never]
  ? unknown
  : K extends AttributeKey<infer T, infer N>
    ? string extends N
      ? NothingProvides<T>
      : `Nothing before it provides the attribute "${N}"`
    : never

/** Names a missing attribute by its type in a message of the compiler, for a key whose type has no name. */
interface NothingProvides<T> {
  readonly '~type': T
}

type Parted = Reading<AnyAttributeKey, unknown> | readonly unknown[]

/** The keys of the attributes that items of a list of middleware read, although no earlier item provides them. */
type Lacking<M, G> = M extends readonly [infer F, ...infer R] ? LackingOf<F, G> | Lacking<R, G | ProvidedBy<F>> : never

type LackingOf<F, G> = F extends Reading<infer K, unknown> ? Exclude<K, G> : Lacking<F, G>
