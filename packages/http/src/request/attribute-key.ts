import { describeValue, UsageError } from '@app/checks'
import { refuseUnknownOwn } from '#own-options'

declare const valueType: unique symbol

/**
 * The typed key of a value that middleware passes along with a request.
 *
 * `N` is the literal type of the key's name, so that the compiler can show the name in a message: `attributeKey<User,
 * 'user'>('user')`.
 */
export interface AttributeKey<T, N extends string = string> {
  readonly name: N
  /** Identifies the key; two keys of the same name are different keys. */
  readonly id: symbol
  readonly [valueType]?: (value: T) => T
}

/** Options of `attributeKey`. */
export interface AttributeKeyOptions<T> {
  /**
   * The value of the attribute for a request that lacks it; `undefined` is a default as well. Without a default,
   * reading the attribute from such a request throws.
   */
  readonly default?: T
  /**
   * A globally unique id, such as `'@acme/tenants/tenant'`. Set it if two copies of your package may be loaded and must
   * share the attribute. Default: each call makes a different key, even for the same name.
   */
  readonly shared?: string | undefined
}

/**
 * Makes the key of an attribute: `const CURRENT_USER = attributeKey<User>('current user')`.
 *
 * Reading the attribute from a request that lacks it returns the default, or throws a `UsageError` of the code
 * `APP_ATTRIBUTE_MISSING` if the key has no default and the reader gives none: `request.attribute(KEY, undefined)`. Throws
 * an `OptionError` for an unknown option.
 *
 * @example
 * const LANGUAGE = attributeKey<string>('language', { default: 'en' })
 * app.pipe((request, handler) => handler(request.withAttribute(LANGUAGE, 'de')))
 */
export function attributeKey<T, N extends string = string>(
  name: N,
  options: AttributeKeyOptions<NoInfer<T>> = {},
): AttributeKey<T, N> {
  refuseUnknownOwn('attributeKey()', options, ['default', 'shared'])
  const { shared } = options
  return Object.freeze({ ...options, name, id: shared ? Symbol.for(shared) : Symbol(name) })
}

/** The attributes of a request, as a linked list: the newest value, and the link to the earlier ones. */
export interface Attributes {
  readonly id: symbol
  readonly value: unknown
  readonly earlier: Attributes | undefined
}

/**
 * Throws a `UsageError` for a value that is not a key, such as a name, under which PSR-7 and Express keep values. All
 * names would be the same key here.
 */
export function checkAttributeKey(method: string, key: unknown): void {
  if (typeof (key as AttributeKey<unknown> | null | undefined)?.id === 'symbol') return
  const shown = typeof key === 'string' ? `'${key}'` : describeValue(key)
  throw new UsageError(
    'APP_ATTRIBUTE_KEY',
    `${method}() takes a key of attributeKey(), got ${shown}. A placeholder of the route is in request.params.`,
  )
}

/**
 * Makes the error for a request without a value for an attribute whose key has no default. The symbol `id` of a shared
 * key says which package sets the attribute: `Symbol.for('@app/session/session')`.
 */
export function missingAttribute({ name, id }: Pick<AttributeKey<unknown>, 'name' | 'id'>): UsageError {
  const owner = /^(?!@app\/core\/)@[\w-]+\/[\w-]+(?=\/)/.exec(`${id.description}`)?.[0]
  const advice = owner
    ? `The middleware of ${owner} sets it: pipe that earlier, or run npx app add ${owner}. A layout of error pages ` +
      'reads it by attribute(KEY, undefined).'
    : `Pipe the middleware that sets it before this, or give the key a default: attributeKey('${name}', { default: value }).`
  return new UsageError('APP_ATTRIBUTE_MISSING', `The request has no attribute "${name}". ${advice}`)
}
