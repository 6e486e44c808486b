import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A step of a client; the steps run one after another. */
export type Step =
  | { readonly send: string }
  | { readonly wait: number }
  | { readonly until: Promise<unknown> }
  | { readonly end: true }
  | { readonly abort: true }
  /** Calls `tell` when the server has sent as many responses as `answered` says. */
  | { readonly answered: number; readonly tell: () => void }

/**
 * The bytes that the server has sent over a connection, in Latin-1, the way in which the exchange ended, and its
 * duration in milliseconds.
 */
export interface Exchange {
  readonly bytes: string
  readonly ended: 'close' | 'reset' | 'timeout' | 'enough'
  readonly ms: number
}

interface ExchangeOptions {
  readonly timeoutMs?: number
  /** Ends the exchange as soon as this function returns `true` for the bytes that have arrived. */
  readonly until?: (bytes: string) => boolean
}

/** Runs the steps against a port on loopback, without a library for HTTP, so that a client can send anything. */
export function exchange(
  port: number,
  steps: readonly Step[],
  { timeoutMs = 2_500, until }: ExchangeOptions = {},
): Promise<Exchange> {
  return new Promise((resolve) => {
    const started = Date.now()
    const chunks: Buffer[] = []
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    const timer = setTimeout(() => finish('timeout'), timeoutMs)
    let isDone = false
    const bytes = () => Buffer.concat(chunks).toString('latin1')
    function finish(ended: Exchange['ended']): void {
      if (isDone) return
      isDone = true
      clearTimeout(timer)
      socket.destroy()
      resolve({ bytes: bytes(), ended, ms: Date.now() - started })
    }
    socket.on('data', (chunk) => {
      chunks.push(chunk)
      if (until?.(bytes())) finish('enough')
    })
    socket.on('end', () => setImmediate(() => finish('close')))
    socket.on('close', () => finish('close'))
    socket.on('error', () => finish('reset'))
    socket.on('connect', async () => {
      for (const step of steps) {
        if (isDone) return
        if ('send' in step) socket.write(Buffer.from(step.send, 'latin1'))
        else if ('wait' in step) await sleep(step.wait)
        else if ('until' in step) await step.until
        else if ('end' in step) socket.end()
        else if ('answered' in step) {
          while (!isDone && bytes().split('HTTP/1.1 ').length <= step.answered) await sleep(5)
          step.tell()
        } else {
          socket.resetAndDestroy()
          finish('close')
        }
      }
    })
  })
}

/**
 * Sends a complete request, directly followed by the given bytes. The response to the request shows that the server has
 * read both; then the promise resolves, and the steps `then` are run. The function that it returns waits for the end of
 * the exchange, and returns what the server sends in reply to the bytes.
 */
export async function sendAndBeRead(
  port: number,
  bytes: string,
  then: readonly Step[] = [],
): Promise<() => Promise<Exchange>> {
  const ping = 'GET /ping HTTP/1.1\r\nHost: x\r\n\r\n'
  let whole: Promise<Exchange> | undefined
  await new Promise<void>((resolve) => {
    const steps = [{ send: ping + bytes }, { answered: 1, tell: resolve }, ...then]
    whole = exchange(port, steps, { timeoutMs: 30_000 })
  })
  return async () => {
    const { bytes, ...rest } = (await whole) as Exchange
    const second = bytes.indexOf('HTTP/1.1 ', 1)
    return { bytes: second === -1 ? '' : bytes.slice(second), ...rest }
  }
}

/**
 * Sends a GET over a connection of its own, and returns the status of the response, 0 if there was none, and all bytes.
 */
export async function ask(port: number, path: string, head = ''): Promise<{ status: number; bytes: string }> {
  const request = `GET ${path} HTTP/1.1\r\nHost: x\r\n${head}Connection: close\r\n\r\n`
  const { bytes } = await exchange(port, [{ send: request }])
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(bytes)?.[1] ?? 0), bytes }
}
