import * as z from 'zod'

/** Only the length of a password is checked (NIST SP 800-63B-4, 3.1.1.2). */
export const NewPassword = z
  .string()
  .min(12, 'Take 12 characters or more; a few words do.')
  .max(200, 'Take 200 characters at most.')
