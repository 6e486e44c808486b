import { HttpError } from '../response/http-error.ts'

/**
 * Returns a limit. Throws a `TypeError` unless it is an integer of at least 0, so that a wrong limit never means no
 * limit.
 */
export function checkLimit(who: string, limit: unknown): number {
  if (Number.isSafeInteger(limit) && (limit as number) >= 0) return limit as number
  throw new TypeError(`${who}: the limit is an integer of at least 0, got ${JSON.stringify(limit)}`)
}

/** The limit if neither a route nor a server sets another: 1 MiB. */
export const USUAL_BODY_LIMIT: number = 1_048_576

/** Makes the 413 for a body that is larger than the limit of its reader. */
export function tooLarge(limit: number): HttpError {
  return new HttpError(413, `The request's body is larger than ${limit} bytes`)
}

/**
 * The chunks that a body may have whatever its size, and the bytes that it has to bring for each further chunk. Receiving
 * a chunk costs as much as receiving kilobytes, so a body in chunks of a byte would cost a thousand times its size.
 */
const FREE_CHUNKS = 16_384
const BYTES_FOR_A_CHUNK = 16

/** Counts the bytes and the chunks of a body while it arrives. */
export class BodyCount {
  readonly #limit: number
  #chunks = 0
  size = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Counts a chunk. Returns the 413 for a body that now exceeds the limit, or has too many chunks for its size. */
  add(chunk: Uint8Array): HttpError | undefined {
    this.size += chunk.length
    if (this.size > this.#limit) return tooLarge(this.#limit)
    if (++this.#chunks <= FREE_CHUNKS + this.size / BYTES_FOR_A_CHUNK) return undefined
    return new HttpError(413, `The request's body arrives in ${this.#chunks} chunks of ${this.size} bytes in all`)
  }
}

/** Makes the error for reading a body that was already consumed as a stream, since bytes of a stream are not kept. */
export function readElsewhere(): TypeError {
  return new TypeError(
    "The request's body was already read, as a stream: through body or raw. " +
      'Read it with text(), bytes() and the like, which may be done more than once',
  )
}

/** Makes the error for reading a body that a surrounding framework has read before, without keeping its bytes. */
export function readInFront(): TypeError {
  return new TypeError(
    "The request's body was read before this application, as by express.json(): mount the application before it, or " +
      'keep the bytes as request.rawBody, as its option verify can',
  )
}

/** Makes the error for passing a request on to a surrounding framework after its body was consumed as a stream. */
export function lostAround(): TypeError {
  return new TypeError(
    'This application has read the body of the request as a stream and then passed the request on, so the body is lost ' +
      'to the framework around it. Read it with text(), bytes() and the like, or answer the request',
  )
}

/**
 * Makes the error for a body that is first read after the response was sent, when its bytes are already being dropped.
 */
export function readTooLate(): TypeError {
  return new TypeError("The request's body is read after the answer was sent: read it before. It was dropped")
}

/** Makes the error for a body that a surrounding framework has decoded as text: bytes that form no text are lost. */
export function readAsText(encoding: string): TypeError {
  return new TypeError(
    `Earlier middleware has called setEncoding('${encoding}') on the request, so that its bytes are lost. ` +
      'Remove that call, or mount the application before that middleware',
  )
}

/** Makes the error for reading a body whose client left before the whole body arrived. */
export function cutOff(): DOMException {
  return new DOMException("The client went away before the request's body was complete", 'AbortError')
}
