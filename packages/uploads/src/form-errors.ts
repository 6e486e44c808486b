import { HttpError } from '@app/core'

/** The error of octets that form no `multipart/form-data` body. */
export function malformed(cause: unknown): HttpError {
  return new HttpError(400, "The request's body is not the form that it should be", { cause })
}

/** The error of a part whose head exceeds its limits. */
export function headTooLong(): HttpError {
  return new HttpError(413, "A part of the request's form has more than 16384 octets or 100 lines of headers")
}
