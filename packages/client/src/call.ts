import type { EndpointDescription } from '@app/endpoint'
import { ClientError, type Fail, type Receive } from './client-error.ts'
import { type AnyResult, readAnswer } from './read-answer.ts'
import { type AllOptions, type Parts, requestOf } from './request.ts'

/**
 * Calls an endpoint. The call rejects if the caller's signal aborts, when the timeout is over, and if there is no
 * usable response.
 */
export async function call(endpoint: EndpointDescription, parts: Parts, options: AllOptions): Promise<AnyResult> {
  const { fetch: send = fetch, retries = 2, timeout = 30, signal: own, validate } = options
  const late = new AbortController()
  const signal = AbortSignal.any([late.signal, own ?? late.signal])
  const timers: ReturnType<typeof setTimeout>[] = []
  const pause = (ms: number) => new Promise((resolve) => timers.push(setTimeout(resolve, ms)))
  const fail: Fail = (reason, problem, ...rest) =>
    new ClientError(reason, `${endpoint.method} ${endpoint.path}: ${problem}`, ...rest)
  const receive: Receive = async (step) => {
    try {
      signal.throwIfAborted()
      return await step()
    } catch (cause) {
      signal.throwIfAborted()
      throw fail('network', `${(cause as Error)?.cause ?? cause}`, cause)
    }
  }

  /** Sends the request, and sends it again until a response needs no further attempt or no attempt is left. */
  const answer = async () => {
    const [url, init] = await requestOf(endpoint, parts, options)
    let left = (init.body as ReadableStream | undefined)?.getReader || /P[AO]/.test(endpoint.method) ? 0 : retries
    for (let most = 300; ; most *= 2) {
      const request = new Request(url, { ...init, signal })
      let ms = Math.random() * most
      try {
        const response = await receive(() => send(request))
        const after = response.headers.get('retry-after') as string
        // The value of `Retry-After` is a number of seconds, or a date (RFC 9110 section 10.2.3).
        const asked = Number(after) * 1000 || Date.parse(after) - Date.now()
        if (left < 1 || Math.abs(response.status - 503) > 1 || asked > 10_000) return response
        await response.body?.cancel()
        if (asked >= 0) ms = asked
      } catch (error) {
        if (left < 1 || signal.aborted) throw error
      }
      left--
      await pause(ms)
    }
  }

  // On abort the call ends without waiting for `fetch`, since a `fetch` of the caller may ignore the signal.
  const ended = new Promise<never>((_resolve, reject) => {
    signal.onabort = () => reject(signal.reason)
  })
  // A timer cannot wait longer than about 25 days, so a timeout of 1e6 s (11 days) or more is treated as no limit.
  if (timeout && timeout < 1e6)
    pause(timeout * 1e3).then(() => late.abort(fail('timeout', `no answer in ${timeout} s`)))
  try {
    const read = answer().then((response) => readAnswer(endpoint, response, validate, receive, fail))
    return await Promise.race([read, ended])
  } finally {
    signal.onabort = null
    timers.map(clearTimeout)
  }
}
