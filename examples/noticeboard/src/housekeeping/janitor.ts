import { setTimeout as sleep } from 'node:timers/promises'
import type { RequestLogger } from '@app/core/logging'

/** A chore that has to be done from time to time; `tidy` returns the number of removed things. */
export interface Tidy {
  tidy(): number | Promise<number>
}

/** Does all chores again and again, as long as the program runs. */
export class Janitor {
  readonly #chores: Readonly<Record<string, Tidy>>
  readonly #everySeconds: number
  readonly #logger: RequestLogger
  readonly #stop = new AbortController()
  #work: Promise<void> | undefined

  constructor(chores: Readonly<Record<string, Tidy>>, everySeconds: number, logger: RequestLogger) {
    this.#chores = chores
    this.#everySeconds = everySeconds
    this.#logger = logger
  }

  start(): void {
    this.#work = this.#goOn()
  }

  /**
   * Does all chores once, and returns the number of things that each has removed. A chore that fails is logged, and the
   * others still run.
   */
  async round(): Promise<Readonly<Record<string, number>>> {
    const done: Record<string, number> = {}
    for (const [name, chore] of Object.entries(this.#chores)) {
      try {
        done[name] = await chore.tidy()
      } catch (error) {
        this.#logger.error({ chore: name, err: error }, 'a chore failed')
      }
    }
    return done
  }

  /** Waits until the round that is under way is over. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort()
    await this.#work
  }

  async #goOn(): Promise<void> {
    const { signal } = this.#stop
    while (!signal.aborted) {
      await this.round()
      await sleep(this.#everySeconds * 1_000, undefined, { signal }).catch(() => undefined)
    }
  }
}
