import { jobRunner } from '@app/jobs'
import { type Mailer, remindAll, sendInvoices } from './mail.ts'
import { queue } from './shop.ts'

export const runnerWith = (mailer: Mailer) =>
  jobRunner(queue, {
    handlers: [sendInvoices(mailer), remindAll(queue)],
    schedule: { 'invoice.reminders': '0 7 * * 1' },
    timeZone: 'Europe/Berlin',
  })
