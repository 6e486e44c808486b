import type { RouteResult } from '../routing/route-result.ts'
import type { RequestSource } from './request-source.ts'
import type { RequestTarget } from './request-target.ts'

/** A request that the platform hands over as a Fetch `Request`. */
export class FetchSource implements RequestSource {
  readonly fullPath: string
  readonly search: string
  readonly raw: Request
  readonly platform: readonly unknown[]
  matchedRoute: (RouteResult & { matched: true })['route'] | undefined = undefined

  constructor(raw: Request, target: RequestTarget, platform: readonly unknown[]) {
    this.raw = raw
    this.fullPath = target.path
    this.search = target.search
    this.platform = platform
  }

  get url(): string {
    return this.raw.url
  }

  get headers(): Headers {
    return this.raw.headers
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

  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(await this.raw.arrayBuffer())
  }

  text(): Promise<string> {
    return this.raw.text()
  }

  blob(): Promise<Blob> {
    return this.raw.blob()
  }

  formData(): Promise<FormData> {
    return this.raw.formData()
  }
}
