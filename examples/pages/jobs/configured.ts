import type { Config } from '@app/core'
import { JOBS_SERVICE, type Jobs, sqlJobs } from '@app/jobs'
import { forJobs } from './database.ts'
import { type Mailer, remindAll, sendInvoices } from './mail.ts'

export default {
  dependencies: {
    factories: {
      'acme/job-engine': () => sqlJobs(forJobs),
      'acme/send-invoice': (container) => sendInvoices(container.get('acme/mailer') as Mailer),
      'acme/remind-all': (container) => remindAll(container.get(JOBS_SERVICE) as Jobs),
    },
  },
  jobs: {
    engine: 'acme/job-engine',
    handlers: { 'invoice.send': 'acme/send-invoice', 'invoice.reminders': 'acme/remind-all' },
    schedule: { 'invoice.reminders': '0 7 * * 1' },
    timeZone: 'Europe/Berlin',
  },
} satisfies Config
