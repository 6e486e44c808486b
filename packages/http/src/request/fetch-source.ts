import { lockHeaders } from '../response/open-headers.ts'
import { readElsewhere, tooLarge, USUAL_BODY_LIMIT } from './body-limit.ts'
import { limitedStream, readStream, wholeStream } from './read-stream.ts'
import type { EndListener } from './request-end.ts'
import type {
  ByteReader,
  Destination,
  Marks,
  OutcomeListener,
  RequestErrorListener,
  RequestSource,
  ResponseChange,
  SourceErrorListener,
} from './request-source.ts'
import type { RequestTarget } from './request-target.ts'

/** A request that the platform hands over as a Fetch `Request`. */
export class FetchSource implements RequestSource {
  readonly fullPath: string
  readonly outerPath: string = ''
  readonly search: string
  declare refusedTarget?: string | undefined
  destination: Destination | undefined = undefined
  notes: object | undefined = undefined
  isGivenUp = false
  marks: Marks | undefined = undefined
  changes: ResponseChange[] | undefined = undefined
  decisions: OutcomeListener[] | undefined = undefined
  outcome: Response | undefined = undefined
  errorListeners: RequestErrorListener[] | undefined = undefined
  /** The listener for the end of the request; `undefined` until one is added. */
  endListener: EndListener | undefined = undefined
  readonly servable: object
  readonly onError: SourceErrorListener | undefined
  readonly #received: Request
  #headers: Headers | undefined
  #raw: Request | undefined
  #stopping: AbortSignal | undefined
  /** The bytes of the whole body, kept for later reads; `undefined` until the first read. */
  #bytes: Promise<ArrayBuffer | Uint8Array<ArrayBuffer>> | undefined
  /**
   * The limit of the body's stream in bytes; if it is `undefined`, `bodyLimit` at the time of reading is the limit.
   */
  #limit: number | undefined

  constructor(received: Request, target: RequestTarget, servable: Pick<RequestSource, 'onError'>) {
    this.servable = servable
    this.onError = servable.onError
    this.#received = received
    this.fullPath = target.path
    this.search = target.search
  }

  get url(): string {
    return this.#received.url
  }

  /**
   * Always `undefined`: platforms that serve `fetch` put the client's address in a header of their own, if anywhere.
   */
  get clientAddress(): undefined {
    return undefined
  }

  get headers(): Headers {
    this.#headers ??= lockHeaders(this.#received.headers)
    return this.#headers
  }

  get signal(): AbortSignal {
    return this.#received.signal
  }

  /** The platform's request; if it has an unread body, a copy whose body is a stream that fails beyond the limit. */
  get raw(): Request {
    // Bytes that were read as a whole are kept: whoever comes later can read them again.
    if (this.#bytes && this.hasBody && (this.#raw === undefined || this.#raw.bodyUsed || this.#raw.body?.locked)) {
      this.#raw = this.#withBody(this.#keptStream(this.#bytes))
    }
    this.#raw ??= this.#toRaw()
    return this.#raw
  }

  /** Never aborted: platforms that serve `fetch` do not announce that they stop. */
  get stopping(): AbortSignal {
    this.#stopping ??= new AbortController().signal
    return this.#stopping
  }

  get body(): ReadableStream<Uint8Array> | null {
    return this.#bytes && this.hasBody ? this.#keptStream(this.#bytes) : this.raw.body
  }

  get bodyUsed(): boolean {
    return this.#received.bodyUsed || (this.#raw?.bodyUsed ?? false)
  }

  get isKept(): boolean {
    return this.#bytes !== undefined
  }

  get hasBody(): boolean {
    return this.#received.body !== null
  }

  /** 1 MiB unless the route sets another limit. The platform has a limit of its own for the bodies that it accepts. */
  get bodyLimit(): number {
    return this.destination?.bodyLimit ?? USUAL_BODY_LIMIT
  }

  whenOver(listener: EndListener): void {
    const earlier = this.endListener
    this.endListener = earlier
      ? (end) => {
          earlier(end)
          listener(end)
        }
      : listener
  }

  read<T>(limit: number | undefined, use: ByteReader<T>): Promise<T> {
    const whole = this.#whole(limit ?? this.bodyLimit)
    // One callback checks the limit and calls `use`: for small bodies, a further promise costs more than reading the
    // bytes.
    return whole.then((bytes) => {
      const most = Math.min(this.#limit as number, limit ?? Number.POSITIVE_INFINITY)
      if (bytes.byteLength > most) throw tooLarge(most)
      return use(bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes))
    })
  }

  /** Reads all bytes of the body once, and keeps them for later calls. The first call sets the limit. */
  #whole(limit: number): Promise<ArrayBuffer | Uint8Array<ArrayBuffer>> {
    if (this.#bytes) return this.#bytes
    const seen = this.#raw ?? this.#received
    // Only `raw` is asked whether its body is locked: on some platforms, reading the property `body` of the received
    // request makes a stream of the body, and middleware can have locked the body only through `raw`.
    if (seen.bodyUsed || this.#raw?.body?.locked) return Promise.reject(readElsewhere())
    const announced = this.#received.headers.get('content-length')
    if (Number(announced) > limit) return Promise.reject(tooLarge(limit))
    this.#limit = limit
    // The platform reads a body of known length itself, which is faster than reading a stream here.
    this.#bytes = announced === null && seen.body ? readStream(seen.body, limit) : seen.arrayBuffer()
    return this.#bytes
  }

  #toRaw(): Request {
    const received = this.#received
    const { body } = received
    if (body === null || body.locked || received.bodyUsed) return received
    return this.#withBody(limitedStream(body, () => this.#limit ?? this.bodyLimit))
  }

  #withBody(body: ReadableStream<Uint8Array>): Request {
    return new Request(this.#received, { body, duplex: 'half' } as RequestInit)
  }

  #keptStream(bytes: Promise<ArrayBuffer | Uint8Array<ArrayBuffer>>): ReadableStream<Uint8Array> {
    return wholeStream(async () => {
      const kept = await bytes
      if (kept.byteLength > (this.#limit as number)) throw tooLarge(this.#limit as number)
      return kept instanceof Uint8Array ? kept : new Uint8Array(kept)
    })
  }
}
