import type { Tidy } from '../housekeeping/housekeeping.ts'
import type { Notices } from './notices.ts'

/** Takes down notices that have been on the boards for too long. */
export function expiry(notices: Notices, { notices: { days } }: { readonly notices: { readonly days: number } }): Tidy {
  return { tidy: () => notices.expire(days) }
}
expiry.inject = ['noticeboard/notices', 'config'] as const
