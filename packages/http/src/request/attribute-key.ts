declare const valueType: unique symbol

/**
 * The typed key of a value that middleware passes along with a request.
 *
 * `N` is its name where the compiler shall tell it in a message: `attributeKey<User, 'user'>('user')`.
 */
export interface AttributeKey<T, N extends string = string> {
  readonly name: N
  /** Identifies the key; two keys of the same name are different keys. */
  readonly id: symbol
  readonly [valueType]?: (value: T) => T
}

/**
 * Makes the key of an attribute: `const CurrentUser = attributeKey<User>('current user')`.
 *
 * Reading the attribute from a request that lacks it gives the default, or throws a `MissingAttributeError` if the key
 * has no default.
 */
export function attributeKey<T, N extends string = string>(
  name: N,
  ...fallback: [] | [NoInfer<T>]
): AttributeKey<T, N> {
  return defineKey(name, Symbol(name), fallback)
}

/** Makes a key of this package itself; every copy of the package makes the same key. */
export function sharedAttributeKey<T, N extends string = string>(
  name: N,
  ...fallback: [] | [NoInfer<T>]
): AttributeKey<T, N> {
  return defineKey(name, Symbol.for(`@app/core/${name}`), fallback)
}

/** The attributes of a request, as a linked list: the newest value, and the link to the earlier ones. */
export interface Attributes {
  readonly id: symbol
  readonly value: unknown
  readonly earlier: Attributes | undefined
}

/** The newest value of a key, else its default. Throws `MissingAttributeError` if there is neither. */
export function readAttribute<T>(attributes: Attributes | undefined, key: AttributeKey<T>): T {
  for (let link = attributes; link !== undefined; link = link.earlier) {
    if (link.id === key.id) return link.value as T
  }
  if ('fallback' in key) return key.fallback as T
  throw new MissingAttributeError(key.name, key.id)
}

/** The request has no value for an attribute whose key has no default. */
export class MissingAttributeError extends Error {
  override readonly name = 'MissingAttributeError'

  /** The symbol of a key says which package sets the attribute: `Symbol.for('@app/session/session')`. */
  constructor(key: string, id?: symbol) {
    const owner = /^(?!@app\/core\/)@[\w-]+\/[\w-]+(?=\/)/.exec(`${id?.description}`)?.[0]
    const advice = owner
      ? `The middleware of ${owner} sets it: pipe that before this one, or run npx app add ${owner}.`
      : `Pipe the middleware that sets it before this one, or give the key a default: attributeKey('${key}', value).`
    super(`The request has no attribute "${key}". ${advice}`)
  }
}

function defineKey<T, N extends string>(name: N, id: symbol, fallback: readonly unknown[]): AttributeKey<T, N> {
  return Object.freeze(fallback.length ? { name, id, fallback: fallback[0] } : { name, id })
}
