import type { Socket } from 'node:net'
import type { NodeSource } from './node-source.ts'

/** The most requests of one connection of HTTP/1 that may wait for the response to an earlier request. */
const MOST_AHEAD = 2_048

/** The number of unanswered requests after the first one of each connection. */
const ahead = new WeakMap<Socket, number>()

/**
 * Counts a request that has arrived before an earlier one of its connection was answered. Cuts the connection of a
 * client that sends too many of them, and returns `false`: node takes any number, and the handlers of all of them would
 * run at once.
 */
export function mayWait(source: NodeSource): boolean {
  const { connection } = source
  const count = (ahead.get(connection) ?? 0) + 1
  if (count > MOST_AHEAD) {
    connection.destroy()
    return false
  }
  ahead.set(connection, count)
  source.isAhead = true
  return true
}

/** Counts down when such a request is over. */
export function countAnswered(source: NodeSource): void {
  source.isAhead = false
  ahead.set(source.connection, (ahead.get(source.connection) ?? 1) - 1)
}
