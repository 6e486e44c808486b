import type { Tidy } from '../housekeeping/janitor.ts'
import type { Notices } from './notices.ts'

/** Takes down what has been on the boards for too long. */
export function expiry(notices: Notices, { notices: { days } }: { readonly notices: { readonly days: number } }): Tidy {
  return { tidy: () => notices.expire(days) }
}
expiry.inject = ['noticeboard/notices', 'config'] as const
