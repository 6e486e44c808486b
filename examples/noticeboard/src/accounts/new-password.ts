import * as z from 'zod'

/** Long is what counts (NIST SP 800-63B-4, 3.1.1.2); the upper limit keeps a hash from taking forever. */
export const NewPassword = z
  .string()
  .min(12, 'Take 12 characters or more; a few words do.')
  .max(200, 'Take 200 characters at most.')
