import { builtinModule } from '@app/core/extending'
import { type NodeCrypto, NodeSecretKey } from './node-secret-key.ts'
import type { SecretKey } from './secret-key.ts'
import { WebSecretKey } from './web-secret-key.ts'

/**
 * Makes the keys of one or several secrets. Nothing is computed before the first use, since some platforms for workers
 * allow no such computation while the program starts.
 *
 * The keys use `node:crypto` if the platform has it. On node each call of WebCrypto goes through a thread pool, which
 * takes longer than the computation itself.
 */
export function secretKeys(secrets: readonly string[]): readonly [SecretKey, ...SecretKey[]] {
  const crypto = builtinModule<NodeCrypto>('node:crypto')
  const [first, ...others] = secrets.map((secret) =>
    crypto ? new NodeSecretKey(crypto, secret) : new WebSecretKey(secret),
  )
  if (first === undefined) throw new TypeError('There is no secret.')
  return [first, ...others]
}
