declare const valueType: unique symbol

/** The typed key of a value in a session. */
export interface SessionKey<T> {
  /** The name under which the value is kept. Keys of the same name are the same key. */
  readonly name: string
  readonly [valueType]?: (value: T) => T
}

/**
 * Makes the key of a value in a session: `const USER_ID = sessionKey<number>('user id')`.
 *
 * The value has to be JSON. Throws a `TypeError` for an empty name, and for one that begins with `@`.
 */
export function sessionKey<T>(name: string): SessionKey<T> {
  if (name === '' || name.startsWith('@')) {
    throw new TypeError(
      `The name of a session key is a text that does not begin with "@", got ${JSON.stringify(name)}.`,
    )
  }
  return Object.freeze({ name })
}

/** The key of the messages that are shown once. */
export const FLASHES: SessionKey<Readonly<Record<string, readonly string[]>>> = Object.freeze({ name: '@flashes' })
