import { join } from 'node:path'
import { CASES } from '../cases.mjs'
import { Child } from '../children.mjs'
import { percentile, shuffled } from '../statistics.mjs'

const CHILD = join(import.meta.dirname, 'child.mjs')

/** Of many bursts, that which only few were cheaper than: others on the machine only ever add. */
const PART = 0.05

/**
 * Starts all peers once and gives, by peer and case, the CPU microseconds of a request.
 *
 * All take a burst in turn, in an order that is another one for each burst.
 */
export async function cpuOfOneStart(peers, cases, { bursts, warmUp, node, note }) {
  const running = []
  try {
    for (const { name, file } of peers) {
      const child = new Child()
      running.push({ name, child })
      await named(name, child.start(CHILD, [file], { execPath: node }))
    }
    const found = new Map(peers.map(({ name }) => [name, {}]))
    for (const key of cases) {
      note(key)
      for (const { name, child } of running) await named(name, child.tell('warm', { key, bursts: warmUp }))
      const seen = new Map(running.map(({ name }) => [name, []]))
      for (let i = 0; i < bursts; i++) {
        for (const { name, child } of shuffled(running))
          seen.get(name).push(await named(name, child.tell('burst', { key })))
      }
      for (const [name, times] of seen) found.get(name)[key] = percentile(times, PART)
    }
    return found
  } finally {
    for (const { child } of running) child.stop()
  }
}

/** Asks each peer each case once, and throws unless all answers are right. Nothing is measured. */
export async function checkAnswers(peers, cases, { node, note }) {
  for (const { name, file } of peers) {
    note(name)
    const child = new Child()
    try {
      await named(name, child.start(CHILD, [file], { execPath: node }))
      for (const key of cases) await named(name, child.tell('warm', { key, bursts: 0 }))
    } finally {
      child.stop()
    }
  }
}

/** So much room for young objects that no burst is interrupted; and code is optimised at once, not when a core is free. */
const OCTETS_FLAGS = ['--expose-gc', '--min-semi-space-size=64', '--max-semi-space-size=128', '--single-threaded']

/** Octets of the young heap that a peer takes for a request, by case. */
export function octetsOf(file, cases, { warmUp, node }) {
  return inOwnProcess(file, cases, OCTETS_FLAGS, node, async (child, key) => {
    await child.tell('warm', { key, bursts: warmUp })
    return child.tell('octets', { key, bursts: 8 })
  })
}

/** Below so many requests a burst, an answer is so long that its listener alone says nothing. */
const LEAST_BURST = 400

/** Nanoseconds of a peer's listener alone, by case; none where a peer needs more of a response than there is. */
export function listenerOf(file, cases, { node }) {
  const short = cases.filter((key) => CASES[key].burst >= LEAST_BURST)
  let isAble = true
  return inOwnProcess(file, short, [], node, async (child, key) => {
    if (!isAble) return undefined
    await child.tell('warm', { key, bursts: 2 })
    return child.tell('listener', { key }).catch(() => {
      isAble = false
      return undefined
    })
  })
}

async function inOwnProcess(file, cases, execArgv, execPath, measure) {
  const child = new Child()
  try {
    await child.start(CHILD, [file], { execPath, execArgv })
    const found = {}
    for (const key of cases) found[key] = await measure(child, key)
    return found
  } finally {
    child.stop()
  }
}

async function named(name, promise) {
  try {
    return await promise
  } catch (error) {
    throw new Error(`${name}: ${error.message}`)
  }
}
