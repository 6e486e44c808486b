import type { Config } from '@app/core'
import { mailByJob, openJobs } from '../../src/log-in/link-job.ts' // if not modular
import { mailByJob, openJobs } from '../../src/modules/log-in/link-job.ts' // if modular

export default {
  dependencies: { factories: { 'job-engine': openJobs, 'link-job': mailByJob } },
  jobs: {
    engine: 'job-engine',
    handlers: { 'mail.new-password': 'link-job' },
    // A test need not wait for a job.
    inline: process.env.NODE_ENV === 'test',
  },
} satisfies Config
