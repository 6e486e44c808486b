import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CASES, checkAnswer, requestOf } from '../cases.mjs'
import { Child } from '../children.mjs'
import { askOnce, hasWrk, load, loadWithWrk } from './load.mjs'

let nextPort = 21_000

/** A peer that listens on a port of the loopback in a process of its own. */
export class ServedPeer {
  #port = nextPort++
  #usage
  stop

  /** Starts a peer of the bench with a node; gives the milliseconds from there to its first answer. */
  async start(file, node) {
    const child = new Child()
    this.stop = () => child.stop()
    this.#usage = () => child.tell('usage')
    const started = performance.now()
    await child.start(join(import.meta.dirname, 'child.mjs'), [file, String(this.#port)], { execPath: node })
    keepFromWrk(child.pid)
    await askOnce(this.#port, requestOf(CASES.a))
    return performance.now() - started
  }

  /**
   * Starts a program of another runtime, which listens on the port in `PORT`. What it uses is read from `/proc`, in
   * hundredths of a second, so that it needs a shot of a second or more.
   */
  async startProgram(command, args) {
    const env = { ...process.env, NODE_ENV: 'production', PORT: String(this.#port) }
    const child = spawn(command, args(this.#port), { env, stdio: ['ignore', 'ignore', 'inherit'] })
    this.stop = () => child.kill()
    this.#usage = async () => usageOf(child.pid)
    keepFromWrk(child.pid)
    const started = performance.now()
    for (;;) {
      try {
        await askOnce(this.#port, requestOf(CASES.a))
        return performance.now() - started
      } catch (error) {
        if (performance.now() - started > 20_000) throw error
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    }
  }

  /** CPU microseconds per request of a case, and how long answers took, in milliseconds. */
  async shot(key, options) {
    const request = requestOf(CASES[key])
    const answer = await askOnce(this.#port, request)
    checkAnswer(key, answer.toString('latin1'))
    const before = await this.#usage()
    const { answers, times } = hasWrk
      ? await loadWithWrk(this.#port, CASES[key], options)
      : await load(this.#port, request, answer.length, options)
    const after = await this.#usage()
    const user = (after.user - before.user) / answers
    const system = (after.system - before.system) / answers
    return { cpu: user + system, user, system, times, rss: after.rss }
  }
}

/** Keeps a server to the core beside that of wrk. */
function keepFromWrk(pid) {
  if (hasWrk) spawnSync('taskset', ['-acp', '0', String(pid)])
}

const TICKS = Number(spawnSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }).stdout) || 100
const PAGE = 4_096

/** Microseconds and octets of a process, from its line in `/proc`. */
function usageOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
  const [user, system] = [fields[11], fields[12]].map((ticks) => (Number(ticks) / TICKS) * 1e6)
  return { user, system, rss: Number(fields[21]) * PAGE }
}
