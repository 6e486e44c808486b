import type { Route } from '@app/router'
import { readElsewhere, tooLarge } from './body-errors.ts'
import { limitedStream } from './limited-stream.ts'
import { lockHeaders } from './locked-headers.ts'
import { readStream } from './read-stream.ts'
import type { EndListener } from './request-end.ts'
import type { OctetReader, RequestSource } from './request-source.ts'
import type { RequestTarget } from './request-target.ts'
import { stoppingOf } from './stopping.ts'

/** A request that the platform hands over as a Fetch `Request`. */
export class FetchSource implements RequestSource {
  readonly fullPath: string
  readonly search: string
  readonly platform: readonly unknown[]
  matchedRoute: Route | undefined = undefined
  /** Hears how the request ended, once whoever answered tells; `undefined` while nobody asked. */
  endListener: EndListener | undefined = undefined
  readonly #received: Request
  #headers: Headers | undefined
  #raw: Request | undefined
  #octets: Promise<Uint8Array<ArrayBuffer>> | undefined
  /** What a stream of the body gives at most; left out, what the source says when it is read. */
  #limit: number | undefined

  constructor(received: Request, target: RequestTarget, platform: readonly unknown[]) {
    this.#received = received
    this.fullPath = target.path
    this.search = target.search
    this.platform = platform
  }

  get url(): string {
    return this.#received.url
  }

  /** A platform that hands over requests says it in a header of its own, if at all. */
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

  /** What was received, but for a body, which is a stream within the limit here. */
  get raw(): Request {
    this.#raw ??= this.#toRaw()
    return this.#raw
  }

  /** A platform that hands over requests tells nobody of its end. */
  get stopping(): AbortSignal {
    return stoppingOf(this, undefined)
  }

  get body(): ReadableStream<Uint8Array> | null {
    return this.raw.body
  }

  get bodyUsed(): boolean {
    return this.#received.bodyUsed || (this.#raw?.bodyUsed ?? false)
  }

  get hasBody(): boolean {
    return this.#received.body !== null
  }

  /** A platform that hands over requests has a limit of its own for what it takes at all. */
  get bodyLimit(): number {
    return 1_048_576
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

  async read<T>(limit: number | undefined, use: OctetReader<T>): Promise<T> {
    const octets = await this.#whole(limit ?? this.bodyLimit)
    if (limit !== undefined && octets.length > limit) throw tooLarge(limit)
    return use(octets)
  }

  /** All octets, kept from the first time on; the first who asks sets the limit. */
  #whole(limit: number): Promise<Uint8Array<ArrayBuffer>> {
    if (this.#octets) return this.#octets
    const seen = this.#raw ?? this.#received
    if (seen.bodyUsed || seen.body?.locked) return Promise.reject(readElsewhere())
    const announced = this.#received.headers.get('content-length')
    if (Number(announced) > limit) return Promise.reject(tooLarge(limit))
    this.#limit = limit
    this.#octets = announced === null && seen.body ? readStream(seen.body, limit) : readAll(seen, limit)
    return this.#octets
  }

  #toRaw(): Request {
    const received = this.#received
    const { body } = received
    if (body === null || body.locked || received.bodyUsed) return received
    const limited = limitedStream(body, () => this.#limit ?? this.bodyLimit)
    return new Request(received, { body: limited, duplex: 'half' } as RequestInit)
  }
}

/** The platform does it faster than a stream is read here, where it knows how much comes. */
async function readAll(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const octets = new Uint8Array(await request.arrayBuffer())
  if (octets.length > limit) throw tooLarge(limit)
  return octets
}
