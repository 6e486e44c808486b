import { handlerFor, type JobHandler, job } from '@app/jobs'
import type { Mail, Mailer } from './mailer.ts'

/** The job that sends a mail. It is sealed, since whoever reads a mailed link may use it. */
export const sendMail = job<Mail>({ name: 'mail.send', sealed: true })

export function mailSender(mailer: Mailer): JobHandler<Mail> {
  return handlerFor(sendMail, (mail) => mailer.send(mail))
}
mailSender.inject = ['noticeboard/mailer'] as const
