import { env } from '@app/config'
import type { Config } from '@app/core'
import { Attachments } from './attachments.ts'
import { download } from './download.ts'

declare module '@app/core' {
  interface Config {
    readonly attachments?: { readonly folder: string }
  }
}

const MIGRATIONS = [
  `CREATE TABLE attachments (
    id INTEGER PRIMARY KEY,
    notice INTEGER NOT NULL REFERENCES notices (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    type TEXT NOT NULL,
    size INTEGER NOT NULL,
    stored TEXT NOT NULL
  ) STRICT`,
  'CREATE INDEX attachments_of_notice ON attachments (notice)',
]

export const configProvider = () =>
  ({
    attachments: { folder: env('ATTACHMENTS_FOLDER', 'data/attachments') },
    database: { migrations: { attachments: MIGRATIONS } },
    housekeeping: { chores: ['noticeboard/attachments'] },
    dependencies: { factories: { 'noticeboard/attachments': Attachments } },
    routes: {
      'attachment.download': {
        path: '/teams/{team}/notices/{id:\\d+}/attachments/{attachment:\\d+}',
        middleware: download,
        allowed_methods: ['GET'],
      },
    },
  }) satisfies Config
