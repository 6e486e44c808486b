import { builtinModule } from '@app/core/extending'
import { type NodeCrypto, NodeSecretKey } from './node-secret-key.ts'
import type { SecretKey } from './secret-key.ts'
import { WebSecretKey } from './web-secret-key.ts'

/**
 * The keys of at least one secret. Nothing is computed before the first use, since a worker may not compute while it
 * starts.
 *
 * They use `node:crypto` if there is one: on node each call of WebCrypto goes through a pool of threads, which costs a
 * request more than all of the computing.
 */
export function secretKeys(secrets: readonly string[]): readonly [SecretKey, ...SecretKey[]] {
  const crypto = builtinModule<NodeCrypto>('node:crypto')
  const [first, ...others] = secrets.map((secret) =>
    crypto ? new NodeSecretKey(crypto, secret) : new WebSecretKey(secret),
  )
  if (first === undefined) throw new TypeError('There is no secret.')
  return [first, ...others]
}
