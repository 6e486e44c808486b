import { within } from '@app/core/extending'
import type { KeyStore } from './key-store.ts'

/** How often a store that fails is asked again, in seconds. */
const RETRY = 0.25

/** A key that this process has claimed. It is renewed until one of the two methods is called. */
export interface Lease {
  /** Keeps the response. Rejects if the store fails; then tries again until the store has it. */
  finish(response: string, lifetime: number): Promise<void>
  /** Lets others claim the key. Never rejects: if the store fails, the lease ends by itself. */
  free(): Promise<void>
}

/** What a claim has in common with its lease. */
export interface HeldClaim {
  readonly request: string
  readonly holder: string
  readonly lease: number
  /** The seconds that the store may take. */
  readonly timeout: number
}

/** Renews the lease of a claimed key while its request runs, and more often while the store does not answer. */
export function holdLease(store: KeyStore, id: string, { request, holder, lease, timeout }: HeldClaim): Lease {
  let isOver = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const ask = <T>(work: Promise<T>) => within(timeout, work, 'The store of idempotency keys')
  const renewIn = (seconds: number) => {
    timer = later(seconds, async () => {
      try {
        const isHeld = await ask(store.renew(id, holder, lease))
        if (!isOver && isHeld) renewIn(lease / 3)
      } catch {
        if (!isOver) renewIn(RETRY)
      }
    })
  }
  const end = () => {
    isOver = true
    clearTimeout(timer)
  }
  renewIn(lease / 3)
  return {
    async finish(response, lifetime) {
      end()
      const latest = Date.now() + lifetime * 1_000
      // Each try waits for the one before it, so that a client of the store keeps one command at a time.
      const tryAgain = (): void => {
        if (Date.now() > latest) return
        later(RETRY, () => store.finish(id, request, response, lifetime).catch(tryAgain))
      }
      const first = store.finish(id, request, response, lifetime)
      first.catch(tryAgain)
      await ask(first)
    },
    async free() {
      end()
      await ask(store.free(id, holder)).catch(() => undefined)
    },
  }
}

/** A timer that keeps no program alive. */
function later(seconds: number, call: () => unknown): ReturnType<typeof setTimeout> {
  const timer: { unref?: () => void } = setTimeout(call, seconds * 1_000) as never
  timer.unref?.()
  return timer as ReturnType<typeof setTimeout>
}
