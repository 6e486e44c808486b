import type { TypedEvent } from '@app/endpoint'
import { ClientError } from './client-error.ts'
import type { CallOptions } from './client-options.ts'
import type { AnyResult } from './read-answer.ts'

/** Options of `resume`. */
export interface ResumeOptions {
  /** The signal that ends the events; the loop that reads the events then throws the reason of the signal. */
  readonly signal?: AbortSignal | undefined
  /** The seconds to wait before a new call, unless the server sets another time by the field `retry`. Default: `3`. */
  readonly delay?: number | undefined
  /**
   * Maximum number of further calls that bring no event; then the loop throws an error. A call that brings an event
   * begins the count anew. Default: `10`.
   */
  readonly attempts?: number | undefined
}

/** The type of the events that the responses of a call have as `data`. */
export type EventsOf<A> = A extends { readonly ok: true; readonly data: AsyncIterable<infer E> } ? E : never

/**
 * Returns the events of a call, and repeats the call with the `id` of the last event if the stream ends or breaks:
 * `for await (const event of resume((options) => api.watch({}, options)))`.
 *
 * The events end when the loop that reads them ends, and if the server answers with 204. The loop throws a
 * `ClientError` for a response without events, and if more successive calls bring no event than `attempts` allows.
 * Source: the HTML standard, section 9.2.3.
 *
 * @example
 * for await (const event of resume((options) => client.news({}, options))) console.log(event)
 */
export async function* resume<A extends AnyResult>(
  open: (options: CallOptions) => Promise<A>,
  { signal, delay = 3, attempts = 10 }: ResumeOptions = {},
): AsyncGenerator<EventsOf<A>, void, void> {
  let id = ''
  let ms = delay * 1_000
  for (let left = attempts; ; left--) {
    let problem: unknown
    try {
      const answer = await open({ ...(signal && { signal }), headers: id ? { 'last-event-id': id } : {} })
      if (answer.status === 204) return
      for await (const event of eventsOf(answer)) {
        id = event.id ?? id
        ms = event.retry ?? ms
        left = attempts
        yield event as EventsOf<A>
      }
    } catch (error) {
      if (!ClientError.is(error) || error.reason === 'response') throw error
      problem = error
    }
    if (left < 1) throw problem ?? new ClientError('network', `No event came in ${attempts} further calls`)
    await pause(ms, signal)
  }
}

function eventsOf({ ok, status, data, response }: AnyResult): AsyncIterable<TypedEvent> {
  if (ok && typeof data === 'object' && data !== null && Symbol.asyncIterator in data) {
    return data as AsyncIterable<TypedEvent>
  }
  throw new ClientError('response', `The response ${status} has no events`, data, response)
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end)
      resolve()
    }, ms)
    if (signal?.aborted) end()
    else signal?.addEventListener('abort', end, { once: true })
  })
}
