import { HttpError } from '@app/core'

/** What a status is called. Throws a `RangeError` for one that is no error's. */
export function statusTitle(status: number): string {
  return new HttpError(status).message
}
