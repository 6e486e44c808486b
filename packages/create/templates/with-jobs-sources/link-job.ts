import { handlerFor, type JobsEngine, job, sqlJobs } from '@app/jobs'
import * as z from 'zod'
import { openDatabase } from './database.ts'
import { Address } from './email.ts'
import type { MailLink } from './password-links.ts'

/** Mails a link to set a new password, and tries again while the mail server does not accept the mail. */
export const linkJob = job({ name: 'mail.new-password', schema: z.object({ email: Address }), retries: 5 })

export function mailByJob(mailLink: MailLink) {
  return handlerFor(linkJob, ({ email }) => mailLink(email))
}
mailByJob.inject = ['mail-link'] as const

/** Keeps jobs in the SQLite file, on a connection of their own. */
export function openJobs(): JobsEngine {
  return sqlJobs(openDatabase())
}
