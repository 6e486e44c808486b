import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { CASES, checkAnswer, cookiesIn, requestOf } from '../cases.mjs'
import { Child } from '../children.mjs'
import { askOnce, burst } from './load.mjs'
import { cpuOf, kernelShareOf, memoryOf } from './usage.mjs'

let nextPort = 21_000

/** A peer, which is one of the compared servers, in a process of its own that listens on a port of the loopback. */
export class ServedPeer {
  #port = nextPort++
  #requests = new Map()
  #pid
  stop

  /** Starts a peer with a node binary; gives the milliseconds from the start to the first response. */
  async start(file, node, firstCase) {
    const child = new Child()
    this.stop = () => child.stop()
    const started = performance.now()
    await child.start(join(import.meta.dirname, 'child.mjs'), [file, String(this.#port)], { execPath: node })
    this.#pid = child.pid
    return this.#answered(firstCase, started)
  }

  /**
   * Starts a peer with another runtime, on the port in the variable `PORT`; gives the milliseconds to the first
   * response.
   */
  startProgram(command, args, firstCase) {
    const env = { ...process.env, NODE_ENV: 'production', PORT: String(this.#port) }
    const started = performance.now()
    const child = spawn(command, args(this.#port), { env, stdio: ['ignore', 'ignore', 'inherit'] })
    this.stop = () => child.kill()
    this.#pid = child.pid
    return this.#answered(firstCase, started)
  }

  /** Repeats a request for up to 20 seconds until the server answers it; gives the milliseconds since `started`. */
  async #answered(firstCase, started) {
    for (;;) {
      try {
        await askOnce(this.#port, requestOf(CASES[firstCase]))
        const took = performance.now() - started
        keepToFirstCore(this.#pid)
        return took
      } catch (error) {
        if (performance.now() - started > 20_000) throw error
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    }
  }

  /**
   * Sends a burst of a case, and returns the CPU microseconds per request, with the milliseconds that a sample of the
   * responses took.
   */
  async burst(key, { connections, count }) {
    const { request, length } = await this.#requestOf(key)
    const read = () => cpuOf(this.#pid)
    const { before, after, times } = await burst(this.#port, request, length, { connections, count, read })
    return { cpu: (after - before) / count, times }
  }

  kernelShare() {
    return kernelShareOf(this.#pid)
  }

  memory() {
    return memoryOf(this.#pid)
  }

  /** The request of a case, and the length of its response; the response is checked at the first call. */
  async #requestOf(key) {
    const known = this.#requests.get(key)
    if (known) return known
    const { visit } = CASES[key]
    const welcome = visit && (await askOnce(this.#port, requestOf({ method: 'GET', path: visit })))
    const request = requestOf(CASES[key], welcome ? cookiesIn(welcome.toString('latin1')) : '')
    const answer = await askOnce(this.#port, request)
    checkAnswer(key, answer.toString('latin1'))
    const found = { request, length: answer.length }
    this.#requests.set(key, found)
    return found
  }
}

/** Makes all threads of a server run on the first core; the process that sends the load has the second. */
function keepToFirstCore(pid) {
  spawnSync('taskset', ['-acp', '0', String(pid)])
}
