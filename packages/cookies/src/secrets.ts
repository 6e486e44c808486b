import type { OptionKind } from '@app/core/extending'

/** One secret, or several for rotation: the first one signs and seals, all are accepted. */
export type Secrets = string | readonly string[]

/** What a secret option may be, for `checkOptions`. */
export const secretKind: OptionKind = {
  wants: 'a secret of at least 32 characters, or a list of such secrets',
  accepts: (value) => secretList(value).length > 0 && secretList(value).every(isSecret),
}

/** Secrets as a list, without what is null, as `env('APP_SECRET_OLD', null)` may be. */
export function secretList(value: unknown): readonly string[] {
  return (Array.isArray(value) ? value : [value]).filter((secret) => secret !== null && secret !== undefined)
}

function isSecret(value: unknown): boolean {
  return typeof value === 'string' && value.length >= 32
}

/** A key of WebCrypto, by the type that each platform has. */
export type WebKey = InstanceType<typeof CryptoKey>

/** Keys that are derived from secrets at their first use: a worker may not compute while it starts. */
export interface MasterKeys<K> {
  first(): Promise<K>
  all(): Iterable<Promise<K>>
}

/** Derives a key from each secret; `derive` gets the secret as a key for HKDF. */
export function masterKeys<K>(secrets: readonly string[], derive: (master: WebKey) => K | Promise<K>): MasterKeys<K> {
  const keys = new Map<string, Promise<K>>()
  const keyOf = (secret: string): Promise<K> => {
    const key = keys.get(secret) ?? importSecret(secret).then(derive)
    keys.set(secret, key)
    return key
  }
  const [first] = secrets
  if (first === undefined) throw new TypeError('There is no secret.')
  return {
    first: () => keyOf(first),
    *all() {
      for (const secret of secrets) yield keyOf(secret)
    },
  }
}

function importSecret(secret: string): Promise<WebKey> {
  return crypto.subtle.importKey('raw', new TextEncoder().encode(secret), 'HKDF', false, ['deriveKey', 'deriveBits'])
}
