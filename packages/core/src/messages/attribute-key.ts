declare const valueType: unique symbol

/** The typed key of a value that middleware passes along with a request. */
export interface AttributeKey<T> {
  readonly name: string
  /** What tells keys apart; two keys of one name are two keys. */
  readonly id: symbol
  readonly [valueType]?: (value: T) => T
}

/**
 * Makes the key of an attribute: `const CurrentUser = attributeKey<User>('current user')`.
 *
 * A request without the attribute gives the default, or throws a `MissingAttributeError` where the key has none.
 */
export function attributeKey<T>(name: string, ...fallback: [] | [NoInfer<T>]): AttributeKey<T> {
  return defineKey(name, Symbol(name), fallback)
}

/** A key of this package's own, the same in every copy of it. */
export function sharedAttributeKey<T>(name: string, ...fallback: [] | [NoInfer<T>]): AttributeKey<T> {
  return defineKey(name, Symbol.for(`@app/core/${name}`), fallback)
}

/** One value that a request carries, and those that it carried before. */
export interface Attributes {
  readonly id: symbol
  readonly value: unknown
  readonly earlier: Attributes | undefined
}

/** The value of a key, its default, or an error that names the key. */
export function readAttribute<T>(attributes: Attributes | undefined, key: AttributeKey<T>): T {
  for (let link = attributes; link !== undefined; link = link.earlier) {
    if (link.id === key.id) return link.value as T
  }
  if ('fallback' in key) return key.fallback as T
  throw new MissingAttributeError(key.name)
}

/** The request has no value for an attribute whose key has no default. */
export class MissingAttributeError extends Error {
  override readonly name = 'MissingAttributeError'

  constructor(key: string) {
    super(
      `The request has no attribute "${key}". Pipe the middleware that sets it before this one, ` +
        `or give the key a default: attributeKey('${key}', value).`,
    )
  }
}

function defineKey<T>(name: string, id: symbol, fallback: readonly unknown[]): AttributeKey<T> {
  return Object.freeze(fallback.length ? { name, id, fallback: fallback[0] } : { name, id })
}
