import type { Route } from '@app/router'
import { lockHeaders } from './locked-headers.ts'
import { parseMediaType } from './media-type.ts'
import { readForm } from './read-form.ts'
import { readWithin } from './read-within.ts'
import type { EndListener } from './request-end.ts'
import type { RequestSource } from './request-source.ts'
import type { RequestTarget } from './request-target.ts'

/** A request that the platform hands over as a Fetch `Request`. */
export class FetchSource implements RequestSource {
  readonly fullPath: string
  readonly search: string
  readonly raw: Request
  readonly platform: readonly unknown[]
  matchedRoute: Route | undefined = undefined
  /** Hears how the request ended, once whoever answered tells; `undefined` while nobody asked. */
  endListener: EndListener | undefined = undefined
  #headers: Headers | undefined

  constructor(raw: Request, target: RequestTarget, platform: readonly unknown[]) {
    this.raw = raw
    this.fullPath = target.path
    this.search = target.search
    this.platform = platform
  }

  get url(): string {
    return this.raw.url
  }

  /** A platform that hands over requests says it in a header of its own, if at all. */
  get clientAddress(): undefined {
    return undefined
  }

  get headers(): Headers {
    this.#headers ??= lockHeaders(this.raw.headers)
    return this.#headers
  }

  get signal(): AbortSignal {
    return this.raw.signal
  }

  get body(): ReadableStream<Uint8Array> | null {
    return this.raw.body
  }

  get bodyUsed(): boolean {
    return this.raw.bodyUsed
  }

  get hasBody(): boolean {
    return this.raw.body !== null
  }

  /** A platform that hands over requests has a limit of its own for what is read without one here. */
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

  async bytes(limit?: number): Promise<Uint8Array<ArrayBuffer>> {
    return limit === undefined ? new Uint8Array(await this.raw.arrayBuffer()) : readWithin(this.raw, limit)
  }

  text(): Promise<string> {
    return this.raw.text()
  }

  blob(): Promise<Blob> {
    return this.raw.blob()
  }

  async formData(): Promise<FormData> {
    return readForm(await this.bytes(), parseMediaType(this.raw.headers.get('content-type')))
  }
}
