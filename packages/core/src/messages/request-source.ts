import type { Route } from '@app/router'
import type { EndListener } from './request-end.ts'

/** Makes something of the octets of a body. */
export type OctetReader<T> = (octets: Uint8Array<ArrayBuffer>) => T | PromiseLike<T>

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
  /** Aborted when the server begins to stop; never where nobody here knows of that. */
  readonly stopping: AbortSignal
  readonly raw: Request
  readonly body: ReadableStream<Uint8Array> | null
  readonly bodyUsed: boolean
  /** Whether octets came with the request that somebody may read; nothing is built to tell. */
  readonly hasBody: boolean
  /** The most octets of a body that anybody reads who says no limit of its own. */
  readonly bodyLimit: number
  /**
   * Reads the body whole, unless somebody did, and gives what is made of its octets, which nobody may write to.
   *
   * Rejects with a 413 beyond the limit; left out, it is `bodyLimit`, or that of whoever read it first.
   */
  read<T>(limit: number | undefined, use: OctetReader<T>): Promise<T>
  /** What the platform passed along with the request. */
  readonly platform: readonly unknown[]
  /** The last route that matched, for logs outside of routing. */
  matchedRoute: Route | undefined
  /** Has somebody hear how the request ended; nothing is watched before somebody asks. */
  whenOver(listener: EndListener): void
}
