import { join } from 'node:path'
import { CASES } from '../cases.mjs'
import { Child } from '../children.mjs'
import { percentile, shuffled } from '../statistics.mjs'

const CHILD = join(import.meta.dirname, 'child.mjs')

/**
 * The percentile of the bursts that becomes the figure of a case, as a fraction. It is low, since other programs on the
 * machine can only add time.
 */
const PART = 0.05

/**
 * Starts all peers once, and returns the CPU microseconds per request for each peer and case.
 *
 * The order of cases and peers is random in each round. If a server ran one case after the other instead, V8 would
 * optimise it for a single route, which happens in no product.
 */
export async function cpuOfOneStart(peers, cases, { bursts, warmUp, node, note }) {
  const running = []
  try {
    for (const { name, file } of peers) {
      const child = new Child()
      running.push({ name, child, seen: Object.fromEntries(cases.map((key) => [key, []])) })
      await named(name, child.start(CHILD, [file], { execPath: node }))
    }
    const draws = cases.flatMap((key) => running.map((peer) => ({ key, ...peer })))
    for (let round = -warmUp; round < bursts; round++) {
      if (round % 10 === 0) note(round)
      for (const { key, name, child, seen } of shuffled(draws)) {
        const cpu = await named(name, child.tell('burst', { key }))
        if (round >= 0) seen[key].push(cpu)
      }
    }
    const least = (seen) => Object.fromEntries(cases.map((key) => [key, percentile(seen[key], PART)]))
    return new Map(running.map(({ name, seen }) => [name, least(seen)]))
  } finally {
    for (const { child } of running) child.stop()
  }
}

/**
 * Sends the request of each case to each peer once, and throws an error unless all responses are right. Measures
 * nothing.
 */
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

/**
 * Options of node: enough room for new objects that the garbage collector interrupts no burst, and one thread, so that
 * code is optimised at once, not when a core is free.
 */
const BYTES_FLAGS = ['--expose-gc', '--min-semi-space-size=64', '--max-semi-space-size=128', '--single-threaded']

/** Measures the bytes of new objects (V8's young heap) that a peer takes for a request, by case. */
export function bytesOf(file, cases, { warmUp, node }) {
  return inOwnProcess(file, cases, BYTES_FLAGS, node, async (child, key) => {
    await child.tell('warm', { key, bursts: warmUp })
    return child.tell('bytes', { key, bursts: 8 })
  })
}

/**
 * The listener alone is measured only for cases with at least this number of requests in a burst. Cases with smaller
 * bursts have answers so long that the time of the listener says nothing.
 */
const LEAST_BURST = 1_000

/**
 * Measures the nanoseconds of a peer's listener alone, by case. Figures are left out from the first case on in which
 * the peer needs more of the response than the replacement in `listener.mjs` has.
 */
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
