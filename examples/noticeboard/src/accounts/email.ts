import * as z from 'zod'

/** An address for mail, in lower case. All forms read addresses by this, so that equal strings are the same address. */
export const Email = z.email('This is not an address for mail.').max(254).toLowerCase()
