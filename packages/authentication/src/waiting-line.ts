/** The limits of a waiting line. */
export interface LineLimits {
  /** How much work runs at once. */
  readonly concurrency: number
  /** How much further work may wait. */
  readonly maxWaiting: number
  /** The seconds for which work may wait. */
  readonly waitTimeout: number
}

/** Runs work, of which only some runs at once and only some may wait; the rest is refused. */
export class WaitingLine {
  readonly #limits: LineLimits
  readonly #refusal: () => Error
  readonly #waiting: Set<() => void> = new Set()
  #running = 0

  /** `refusal` makes the error for work that has no place in the line, or that has waited for too long. */
  constructor(limits: LineLimits, refusal: () => Error) {
    this.#limits = limits
    this.#refusal = refusal
  }

  async run<T>(work: () => T | Promise<T>): Promise<T> {
    if (this.#running < this.#limits.concurrency) this.#running += 1
    else await this.#turn()
    try {
      return await work()
    } finally {
      const [next] = this.#waiting
      if (next) next()
      else this.#running -= 1
    }
  }

  /** Waits until other work has ended and handed its place on. */
  #turn(): Promise<void> {
    const { maxWaiting, waitTimeout } = this.#limits
    if (this.#waiting.size >= maxWaiting) return Promise.reject(this.#refusal())
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timer)
        this.#waiting.delete(start)
        resolve()
      }
      const timer = setTimeout(() => {
        this.#waiting.delete(start)
        reject(this.#refusal())
      }, waitTimeout * 1_000)
      this.#waiting.add(start)
    })
  }
}
