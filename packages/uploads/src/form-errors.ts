import { HttpError } from '@app/core'

/** Makes the error of 400 for a body that is not a `multipart/form-data`. */
export function malformed(cause: unknown): HttpError {
  return new HttpError(400, "The request's body is not the form that it should be", { cause })
}

/** Makes the error of 413 for a part whose headers exceed their limits. */
export function headTooLong(): HttpError {
  return new HttpError(413, "A part of the request's form has more than 16384 bytes or 100 lines of headers")
}
