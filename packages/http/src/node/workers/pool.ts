import type { Cluster } from 'node:cluster'
import { Member } from './member.ts'
import type { Listening } from './processes.ts'

/**
 * A fixed number of workers, each of which runs the program. A worker that dies or stops by itself is replaced;
 * `reload` replaces all of them.
 */
export class Pool {
  readonly #cluster: Cluster
  readonly #size: number
  readonly #members = new Set<Member>()
  /** The number of servers of the program that listen in each worker. */
  #servers = 0
  #begun: Promise<void> | undefined
  #reload: Promise<void> = Promise.resolve()
  #isReloadAsked = false
  #isStopping = false
  /** Resolved when the workers are told to stop. */
  readonly stopping: Promise<void>
  #tellStopping = (): void => undefined
  /** The number of workers in a row that have ended before they listened. */
  #failedStarts = 0
  /** The number of workers in a row that have ended soon after their start. */
  #shortLives = 0
  /** Called when five workers in a row have ended at their start, so that starting more of them is useless. */
  readonly #giveUp: (reason: string) => void

  constructor(cluster: Cluster, size: number, giveUp: (reason: string) => void) {
    this.#cluster = cluster
    this.#size = size
    this.#giveUp = giveUp
    this.stopping = new Promise((resolve) => {
      this.#tellStopping = resolve
    })
  }

  get size(): number {
    return this.#size
  }

  /**
   * Starts the workers at the first call; each further call is for one more server of the program. Waits until the
   * server of this call listens in each worker. Resolves to the place where it listens. Rejects only if it listens in
   * no worker: one that has ended is replaced, while the others serve.
   */
  async serve(): Promise<Listening> {
    const server = ++this.#servers
    this.#begun ??= this.#begin()
    await this.#begun
    const ends = await Promise.allSettled([...this.#members].map((member) => member.untilListening(server)))
    const served = ends.find((end) => end.status === 'fulfilled')
    if (served) return served.value
    throw ends.find((end) => end.status === 'rejected')?.reason ?? new Error('ended before it listened')
  }

  /** Replaces all workers, one after the other: each stops once its replacement listens. */
  async reload(): Promise<void> {
    if (this.#isReloadAsked) return
    this.#isReloadAsked = true
    await this.#begun
    this.#reload = this.#reload.then(() => this.#replaceAll())
  }

  /**
   * Stops all workers gracefully, and kills those that still run after `grace` seconds. Resolves to `true` if every
   * worker that was listening ended without an error in this time.
   */
  async stop(grace: number): Promise<boolean> {
    this.#isStopping = true
    this.#tellStopping()
    const members = [...this.#members]
    // A worker that does not listen yet has no requests to answer, so its exit status is ignored.
    const answering = members.filter(({ isListening }) => isListening)
    for (const member of members) member.stop()
    const late = setTimeout(() => {
      for (const member of members) member.kill()
    }, grace * 1_000)
    await Promise.all(members.map(({ ended }) => ended))
    clearTimeout(late)
    const ends = await Promise.all(answering.map(({ ended }) => ended))
    return ends.every((end) => end === '0')
  }

  /** Ends all workers at once. */
  kill(): void {
    this.#isStopping = true
    for (const member of this.#members) member.kill()
  }

  /**
   * Starts the first worker, and the others only after it listens, so that a program that cannot start reports it only
   * once. From then on the program serves, so another worker that fails is started again.
   */
  async #begin(): Promise<void> {
    await this.#fork(true)
    await Promise.all(Array.from({ length: this.#size - 1 }, () => this.#forkUntilOneListens()))
  }

  /** Starts a worker, and waits until it listens. Rejects if it ends before. */
  async #fork(isHeard: boolean): Promise<void> {
    this.#cluster.setupPrimary({ stdio: ['inherit', 'inherit', isHeard ? 'inherit' : 'pipe', 'ipc'] } as object)
    const member = new Member(this.#cluster.fork(), isHeard)
    this.#members.add(member)
    void member.ended.then(() => this.#members.delete(member))
    await member.untilListening(this.#servers)
    this.#failedStarts = 0
    void member.untilLeaving().then(() => this.#left(member))
  }

  async #left(member: Member): Promise<void> {
    if (member.isTold || this.#isStopping) return
    this.#shortLives = performance.now() - member.begun < SHORT_LIFE_MS ? this.#shortLives + 1 : 0
    const { pid, ended } = member
    void ended.then((end) => console.error(`The worker ${pid} ended with ${end}; another one takes its place`))
    await this.#forkUntilOneListens()
  }

  /** Starts a worker, and another one if it ends before it listens. Gives up after five in a row. */
  async #forkUntilOneListens(): Promise<void> {
    while (!this.#isStopping) {
      await pause(this.#shortLives)
      if (this.#isStopping) return
      try {
        await this.#fork(this.#failedStarts === 0)
        return
      } catch (error) {
        this.#shortLives++
        if (this.#isStopping || ++this.#failedStarts !== MOST_FAILED_STARTS) continue
        this.#isStopping = true
        this.#giveUp(
          `${MOST_FAILED_STARTS} workers in a row ended at their start; the last one ${(error as Error).message}`,
        )
      }
    }
  }

  async #replaceAll(): Promise<void> {
    this.#isReloadAsked = false
    // Only these workers have to be replaced: a worker that does not listen yet is new, and one that is leaving is
    // replaced anyway.
    const old = [...this.#members].filter(({ isListening, isLeaving }) => isListening && !isLeaving)
    for (const member of old) {
      if (this.#isStopping) return
      if (member.isLeaving) continue
      try {
        await this.#fork(true)
      } catch (error) {
        if (this.#isStopping) return
        console.error(`The new worker ${(error as Error).message}; those that run go on`)
        return
      }
      member.stop()
      await member.ended
    }
    console.log(`Started ${old.length} workers anew`)
  }
}

/**
 * Waits before a new worker is started. `times` is the number of workers in a row that have ended soon after their
 * start; for 0, 1, 2, 3 and so on the wait is 0, 0.1 s, 0.2 s, 0.4 s and so on, at most 10 s.
 */
function pause(times: number): Promise<void> {
  const ms = times === 0 ? 0 : Math.min(100 * 2 ** (times - 1), 10_000)
  return new Promise((resolve) => setTimeout(resolve, ms))
}

const SHORT_LIFE_MS = 5_000
const MOST_FAILED_STARTS = 5
