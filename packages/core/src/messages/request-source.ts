import type { Route } from '@app/router'
import type { EndListener } from './request-end.ts'

/**
 * The platform's side of a request: what all views of it share.
 *
 * One per request; a platform adds how headers, body and signal are read.
 */
export interface RequestSource {
  /** The whole canonical path, whatever prefix a view is under. */
  readonly fullPath: string
  /** What follows the path in the target: empty, or from the question mark on. */
  readonly search: string
  readonly headers: Headers
  /** The absolute form, for people and for `raw`; made when it is read. */
  readonly url: string
  /** Who asks, as far as the platform and the proxies that are trusted know; found out when it is read. */
  readonly clientAddress: string | undefined
  readonly signal: AbortSignal
  readonly raw: Request
  readonly body: ReadableStream<Uint8Array> | null
  readonly bodyUsed: boolean
  /** Whether octets came with the request that somebody may read; nothing is built to tell. */
  readonly hasBody: boolean
  /** The most octets of a body that `bytes` reads unless it is told otherwise. */
  readonly bodyLimit: number
  /** Reads the body whole; rejects with a 413 beyond the limit. */
  bytes(limit?: number): Promise<Uint8Array<ArrayBuffer>>
  text(): Promise<string>
  blob(): Promise<Blob>
  formData(): Promise<FormData>
  /** What the platform passed along with the request. */
  readonly platform: readonly unknown[]
  /** The last route that matched, for logs outside of routing. */
  matchedRoute: Route | undefined
  /** Has somebody hear how the request ended; nothing is watched before somebody asks. */
  whenOver(listener: EndListener): void
}
