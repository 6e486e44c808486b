import { HttpError } from '@app/core'
import { checkOptions, optionKind } from '@app/core/extending'
import type { ClaimedKey, KeyClaim, KeyStore } from './key-store.ts'

/** Options of `memoryKeys`. */
export interface MemoryKeysOptions {
  /** Maximum number of keys. Default: 10,000. */
  readonly keys?: number | undefined
  /** Maximum of all responses together, in characters. Default: 32 Mi. */
  readonly size?: number | undefined
}

interface Kept {
  readonly request: string
  readonly holder: string
  readonly response: string | undefined
  /** When the key is forgotten, by `performance.now()`. */
  readonly ends: number
}

/**
 * Keeps keys in the memory of this process, for development and for programs of one process: a restart forgets all keys.
 *
 * If there is no room, the oldest finished key is forgotten. A key whose request still runs never is; if there are only
 * such keys, a further request gets a 503.
 *
 * @example app.pipe(idempotency({ store: memoryKeys() }))
 */
export function memoryKeys(options: MemoryKeysOptions = {}): KeyStore {
  const { keys: most = 10_000, size: room = 32 * 1_048_576 } = checkOptions('memoryKeys()', options, {
    keys: optionKind.count,
    size: optionKind.count,
  })
  const running = new Map<string, Kept>()
  const finished = new Map<string, Kept>()
  let size = 0

  const forget = (id: string) => {
    size -= finished.get(id)?.response?.length ?? 0
    finished.delete(id)
  }
  const makeRoom = () => {
    for (const [id, { ends }] of finished) {
      const isFull = running.size + finished.size > most || size > room
      if (!isFull && performance.now() < ends) return
      forget(id)
    }
  }
  return {
    async claim(id: string, { request, holder, lifetime }: KeyClaim): Promise<ClaimedKey> {
      makeRoom()
      const held = running.get(id)
      // The process that has claimed it is this one, so that no lease ends.
      if (held) return { state: 'running', request: held.request, holder: held.holder }
      const kept = finished.get(id)
      if (kept?.response !== undefined && performance.now() < kept.ends) {
        return { state: 'finished', request: kept.request, response: kept.response }
      }
      forget(id)
      if (running.size >= most) throw new HttpError(503, 'Too many requests with an Idempotency-Key run at once.')
      running.set(id, { request, holder, response: undefined, ends: performance.now() + lifetime * 1_000 })
      makeRoom()
      return { state: 'claimed' }
    },
    renew: async (id, holder) => running.get(id)?.holder === holder,
    async finish(id, request, response, lifetime) {
      const held = running.get(id)
      if (held?.request !== request) return
      running.delete(id)
      finished.set(id, { ...held, response, ends: performance.now() + lifetime * 1_000 })
      size += response.length
      makeRoom()
    },
    async free(id, holder) {
      if (running.get(id)?.holder === holder) running.delete(id)
    },
  }
}
