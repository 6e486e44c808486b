declare const valueType: unique symbol

/** The typed key of a value in a session. */
export interface SessionKey<T> {
  /** The name under which the value is kept. Two keys with the same name mean the same value. */
  readonly name: string
  readonly [valueType]?: (value: T) => T
}

/**
 * Makes the key of a value in a session: `const USER_ID = sessionKey<number>('user id')`.
 *
 * The value has to be JSON: `sessionKey<Map<…>>` does not compile. Throws a `TypeError` for an empty name, and for a
 * name that begins with `@`.
 *
 * @example
 * const USER_ID = sessionKey<number>('user id')
 * app.get('/', (request) => text(`${request.attribute(SESSION).get(USER_ID) ?? 'nobody'}`))
 */
export function sessionKey<T>(name: Keepable<T>): SessionKey<T>
export function sessionKey(name: string): SessionKey<unknown> {
  if (name === '' || name.startsWith('@')) {
    throw new TypeError(
      `The name of a session key must be a string that does not begin with "@", got ${JSON.stringify(name)}.`,
    )
  }
  return Object.freeze({ name })
}

/**
 * The type of a key's name. If `T`, or a member of the union `T`, is one of the types in `Lacking`, this type is a
 * sentence that says so. No name equals this sentence, so the call does not compile.
 */
type Keepable<T> = [T] extends [never]
  ? string
  : Extract<T, Lacking> extends never
    ? string
    : 'A session keeps JSON, which has no such value: keep a text or a list in its place'
type Lacking =
  | (Date | bigint | symbol | RegExp | ArrayBuffer | ArrayBufferView)
  | (ReadonlyMap<unknown, unknown> | ReadonlySet<unknown> | ((...args: never[]) => unknown))

/** The key under which 1.0 kept all messages of `flash`, by name. */
export const FLASHES: SessionKey<Readonly<Record<string, readonly string[]>>> = Object.freeze({ name: '@flashes' })

/** A message of `flash`, and in how many requests `flashes` still returns it. */
export interface FlashMessage {
  readonly name: string
  readonly message: string
  readonly hops: number
}

/**
 * Makes a key for a message. Each message has a key of its own, so that concurrent requests that add and take messages
 * change different keys.
 */
export function flashKey(): SessionKey<FlashMessage> {
  return { name: FLASH_PREFIX + crypto.randomUUID().slice(0, 8) }
}

/** How the names of the keys of messages begin. */
export const FLASH_PREFIX = '@flash:'
