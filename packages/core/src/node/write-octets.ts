import type { ServerResponse } from 'node:http'

/**
 * The most that is handed over at once: a client that reads slowly holds no more than that, and shows by it that it
 * still reads.
 */
export const PIECE = 262_144

/** Writes octets in pieces, each when the client has taken the one before. */
export async function writeOctets(outgoing: ServerResponse, octets: Uint8Array): Promise<void> {
  for (let at = 0; at < octets.length && !outgoing.destroyed; at += PIECE) {
    if (!outgoing.write(octets.subarray(at, at + PIECE))) await drained(outgoing)
  }
}

/** Resolves when there is room for more, or nobody to write to. */
export function drained(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      outgoing.off('drain', done)
      outgoing.off('close', done)
      resolve()
    }
    outgoing.on('drain', done)
    outgoing.on('close', done)
    if (outgoing.destroyed) done()
  })
}
