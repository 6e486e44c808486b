import { inflate } from '#platform'
import { checkLimit } from '../messages/body-limit.ts'
import { HttpError } from '../messages/http-error.ts'
import type { ServerRequest } from '../messages/server-request.ts'

/** How much is read of a body. */
export interface ReadBodyOptions {
  /** The most octets, both as sent and inflated; left out, the route's `BodyLimit`, else the server's `bodyLimit`. */
  readonly limit?: number
}

/**
 * Reads the body whole and takes its content coding off: what a parser begins with. Empty where none came.
 *
 * The octets are kept for others who read the body: do not write to them. Rejects with an `HttpError` of 413 beyond the
 * limit, of 415 for a coding that is unknown, before anything is read, and of 400 for one that is damaged, and with
 * a `TypeError` for a limit that is no number.
 */
export async function readBody(
  request: ServerRequest,
  options: ReadBodyOptions = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const { limit } = options
  if (limit !== undefined) checkLimit('readBody()', limit)
  const coding = (request.headers.get('content-encoding') ?? 'identity').toLowerCase()
  if (coding !== 'identity' && !CODINGS.has(coding)) throw unknownCoding()
  const octets = await request.source.read(limit, whole)
  if (coding === 'identity' || octets.length === 0) return octets
  return inflate(octets, coding, limit ?? request.source.bodyLimit)
}

function whole(octets: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return octets
}

function unknownCoding(): HttpError {
  const headers = { 'accept-encoding': [...CODINGS].join(', ') }
  return new HttpError(415, "The request's content coding is unknown", { headers })
}

const CODINGS: ReadonlySet<string> = new Set(['gzip', 'deflate', 'br'])
