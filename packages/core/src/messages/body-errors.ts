import { HttpError } from './http-error.ts'

/** A body is larger than whoever reads it takes. */
export function tooLarge(limit: number): HttpError {
  return new HttpError(413, `The request's body is larger than ${limit} octets`)
}

/** The octets of a body went elsewhere: as a stream they are given once, and not kept. */
export function readElsewhere(): TypeError {
  return new TypeError(
    "The request's body was already read, as a stream: through body or raw, or ahead of this application. " +
      'Read it with text(), bytes() and the like, which may be done more than once',
  )
}

/** Behind the answer nobody waits for the rest of a body any more. */
export function readTooLate(): TypeError {
  return new TypeError("The request's body is read after the answer was sent: read it before. It was dropped")
}

/** The client left before all of the body had come. */
export function cutOff(): DOMException {
  return new DOMException("The client went away before the request's body was complete", 'AbortError')
}
