import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { PROGRAM_LIMIT } from '../programs/limits.ts'
import type { Played, Transcript } from './transcript.ts'

/**
 * The request that is sent last on a connection that should still be open: all bytes before its response belong to the
 * exchange.
 */
const PROBE = 'GET /end HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
const PROBED = '\r\n\r\nthe end of this exchange'

/** The milliseconds for which bytes are collected after each turn of a transcript that was not recorded yet. */
const RECORDING = 1_000

/**
 * The milliseconds that the last response may take on a connection that should stay open. Then the probe is sent, so
 * that a response that is shorter than the recorded one does not keep the test waiting.
 */
const BEFORE_PROBE = 5_000

/** Sends the bytes of a transcript to a port of this machine, and returns the bytes that come back. */
export async function play({ turns, end }: Transcript, port: number): Promise<Played> {
  const connection = new Connection(port)
  const begins: number[] = []
  let expected = 0
  for (const [i, turn] of turns.entries()) {
    begins.push(connection.bytes.length)
    for (const step of turn.steps) {
      if (typeof step === 'number') await sleep(step)
      else connection.send(step)
    }
    expected += turn.expected.length
    const needed = expected
    const limit = end === 'open' && i === turns.length - 1 ? BEFORE_PROBE : PROGRAM_LIMIT
    if (turn.expected) await connection.until((bytes) => bytes.length >= needed, limit)
    else if (!end) await connection.until(() => false, RECORDING)
  }
  if (end && end !== 'open') await connection.until(() => false, PROGRAM_LIMIT)
  const isOpen = !connection.end && (await probe(connection))
  connection.destroy()
  const { bytes } = connection
  const all = isOpen ? bytes.slice(0, bytes.lastIndexOf('HTTP/1.1 ')) : bytes
  const answers = begins.map((begin, turn) => all.slice(begin, begins[turn + 1]))
  return { answers, end: isOpen ? 'open' : connection.end || 'stuck' }
}

async function probe(connection: Connection): Promise<boolean> {
  connection.send(PROBE)
  await connection.until((bytes) => bytes.endsWith(PROBED), PROGRAM_LIMIT)
  return connection.bytes.endsWith(PROBED)
}

class Connection {
  /** The received bytes, in Latin-1, with one fixed date in the header `Date` of every response. */
  bytes = ''
  /** The way in which the connection ended, `closed` or `reset`; empty while the connection is open. */
  end = ''
  readonly #socket
  #hear = (): void => undefined

  constructor(port: number) {
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true })
    this.#socket.on('data', (chunk) => {
      this.bytes = (this.bytes + chunk.toString('latin1')).replace(DATE, '$1Thu, 01 Jan 1970 00:00:00 GMT')
      this.#hear()
    })
    this.#socket.on('end', () => this.#ended('closed'))
    this.#socket.on('close', () => this.#ended('closed'))
    this.#socket.on('error', () => this.#ended('reset'))
  }

  send(bytes: string): void {
    if (!this.end) this.#socket.write(Buffer.from(bytes, 'latin1'))
  }

  /** Waits until a condition is met, the connection ends, or `limit` milliseconds have passed. */
  async until(isMet: (bytes: string) => boolean, limit: number): Promise<void> {
    if (this.end || isMet(this.bytes)) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, limit)
      this.#hear = () => {
        if (!this.end && !isMet(this.bytes)) return
        clearTimeout(timer)
        resolve()
      }
    })
  }

  destroy(): void {
    this.#socket.destroy()
  }

  #ended(how: string): void {
    this.end ||= how
    this.#hear()
  }
}

/** The header `Date`, whose value is replaced by one of the same length, since it differs between two runs. */
const DATE = /^(date: )[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT(?=\r\n)/gim
