import type { Awaitable, RequestHandler, ServerRequest } from '@app/core'
import type { ShownDetails, ShownRequest } from '../shown.ts'
import { inRecording, isRecorded, listen } from './listen.ts'
import type { RecordingContext } from './places.ts'
import { Recording, type SentRequest } from './recording.ts'

/** The limits within which requests are kept. */
export interface RecorderLimits {
  readonly requests: number
  /** The bytes that all kept requests may take together. */
  readonly memory: number
}

interface Kept {
  summary: ShownRequest
  /**
   * The details, once the request is over. The details are kept as a string, so that no object of the request stays in
   * memory.
   */
  details?: string
  sent?: SentRequest
  bytes: number
}

/** Records requests, and keeps the last ones, up to the limits of number and memory. */
export class Recorder {
  readonly #kept = new Map<number, Kept>()
  readonly #listeners = new Set<(summary: ShownRequest) => void>()
  readonly #limits: RecorderLimits
  readonly #context: RecordingContext
  #last = 0
  /** The bytes that all kept requests take together now. */
  #bytes = 0

  constructor(limits: RecorderLimits, context: RecordingContext) {
    this.#limits = limits
    this.#context = context
    listen()
  }

  /**
   * Answers a request by a handler, and records what happens. A request that another inspector already records is only
   * passed on.
   */
  record(request: ServerRequest, handler: RequestHandler, repeats?: number): Awaitable<Response> {
    if (isRecorded(request)) return handler(request)
    const recording = new Recording(++this.#last, request, this.#context, repeats)
    const kept: Kept = { summary: recording.summary(), bytes: 0 }
    this.#kept.set(recording.id, kept)
    this.#tell(kept.summary)
    this.#forget()
    recording.follow(
      () => {
        kept.summary = recording.summary()
        this.#tell(kept.summary)
      },
      (details, sent) => {
        kept.summary = summaryOf(details)
        this.#tell(kept.summary)
        if (!this.#kept.has(recording.id)) return
        kept.details = JSON.stringify(details)
        kept.sent = sent
        kept.bytes = bytesOf(kept.details, sent)
        this.#bytes += kept.bytes
        this.#forget()
      },
    )
    return inRecording(recording, request, handler)
  }

  /** Returns the kept requests, the oldest first. */
  summaries(): readonly ShownRequest[] {
    return Array.from(this.#kept.values(), ({ summary }) => summary)
  }

  /** Returns the details of a request as JSON; `undefined` for a request that is not over, or no longer kept. */
  details(id: number): string | undefined {
    return this.#kept.get(id)?.details
  }

  /** Returns the details of the kept requests in which an error was caught, the newest first. */
  failed(): readonly string[] {
    const kept = [...this.#kept.values()].reverse()
    return kept.flatMap(({ summary, details }) => (summary.error !== undefined && details ? [details] : []))
  }

  /** Returns the data by which a request can be sent again. */
  sent(id: number): SentRequest | undefined {
    return this.#kept.get(id)?.sent
  }

  /** Calls a listener with each request when it begins, when its response is known, and when it is over. */
  onChange(listener: (summary: ShownRequest) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #tell(summary: ShownRequest): void {
    for (const listener of this.#listeners) listener(summary)
  }

  /** Removes the oldest requests until the others are within the limits. */
  #forget(): void {
    const { requests, memory } = this.#limits
    for (const [id, { bytes }] of this.#kept) {
      if (this.#kept.size <= requests && this.#bytes <= memory) return
      this.#kept.delete(id)
      this.#bytes -= bytes
    }
  }
}

function summaryOf(details: ShownDetails): ShownRequest {
  const { id, at, method, target, route, status, duration, isAborted, error, repeats } = details
  const given = Object.entries({ route, status, duration, isAborted, error, repeats }).filter(
    ([, value]) => value !== undefined,
  )
  return { id, at, method, target, ...Object.fromEntries(given) }
}

/** Returns the most bytes that a kept request takes in memory: V8 stores a character in one or two bytes. */
function bytesOf(details: string, { target, headers, body }: SentRequest): number {
  const characters = headers.reduce(
    (sum, [name, value]) => sum + name.length + value.length,
    details.length + target.length,
  )
  return 2 * characters + (body?.byteLength ?? 0)
}
