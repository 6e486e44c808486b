import type { Worker } from 'node:cluster'
import type { Readable } from 'node:stream'
import { asData, type Listening, messageIn } from './processes.ts'

/** One worker, as the process that started it sees it. */
export class Member {
  /**
   * Resolves when the worker has ended: to the signal that ended it, such as `SIGKILL`, or else to its exit status,
   * such as `1`.
   */
  readonly ended: Promise<string>
  readonly begun: number = performance.now()
  /**
   * True if the worker takes no more requests, or soon will take none: it was told to stop, stops by itself, or is
   * gone.
   */
  isLeaving = false
  /** True if the worker was told to stop. */
  isTold = false
  readonly #worker: Worker
  /** The servers of the program that listen in this worker, in the order in which they began to listen. */
  readonly #listening: Listening[] = []
  #end: string | undefined
  #changes = new EventTarget()

  /**
   * With `isHeard`, the worker's error output goes to the standard error of this process at once. Otherwise it is
   * buffered until the worker listens, and dropped if the worker ends before that.
   */
  constructor(worker: Worker, isHeard: boolean) {
    this.#worker = worker
    this.ended = new Promise((resolve) => {
      worker.once('exit', (code, signal) => {
        this.#end = signal || String(code)
        resolve(this.#end)
        this.#leave()
      })
    })
    worker.on('message', (data: unknown) => {
      const message = messageIn(data)
      if (message?.type === 'listening') this.#listening.push(message)
      else if (message) this.#leave()
      this.#changes.dispatchEvent(new Event('change'))
    })
    // Ignores errors, such as the error of sending a message to a worker that is gone.
    worker.on('error', () => undefined)
    if (!isHeard && worker.process.stderr) this.#hold(worker.process.stderr)
  }

  get pid(): number | undefined {
    return this.#worker.process.pid
  }

  get isListening(): boolean {
    return this.#listening.length > 0
  }

  /**
   * Resolves when `count` servers listen in the worker, to the last of these servers. Rejects if the worker ends
   * before.
   */
  async untilListening(count: number): Promise<Listening> {
    for (;;) {
      const last = this.#listening[count - 1]
      if (last) return last
      if (this.#end !== undefined) throw new Error(`ended with ${this.#end} before it listened`)
      await this.#changed()
    }
  }

  /** Resolves when the worker takes no more requests, or soon will take none. */
  async untilLeaving(): Promise<void> {
    while (!this.isLeaving) await this.#changed()
  }

  /**
   * Tells the worker to stop gracefully. A worker that does not listen yet gets a SIGTERM instead, and ends at once.
   */
  stop(): void {
    this.isTold = true
    if (this.isListening && this.#worker.isConnected()) this.#worker.send(asData({ type: 'stopping' }))
    else this.#worker.process.kill('SIGTERM')
    this.#leave()
  }

  kill(): void {
    this.isTold = true
    this.#worker.process.kill('SIGKILL')
  }

  #leave(): void {
    this.isLeaving = true
    this.#changes.dispatchEvent(new Event('change'))
  }

  #changed(): Promise<unknown> {
    return new Promise((resolve) => this.#changes.addEventListener('change', resolve, { once: true }))
  }

  #hold(errors: Readable): void {
    let held: Buffer[] | undefined = []
    errors.on('data', (chunk: Buffer) => {
      if (held) held.push(chunk)
      else process.stderr.write(chunk)
    })
    const release = () => {
      for (const chunk of held ?? []) process.stderr.write(chunk)
      held = undefined
    }
    this.untilListening(1).then(release, () => undefined)
  }
}
