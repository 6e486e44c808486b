import { env } from '@app/config'
import type { Config } from '@app/core'
import { Links } from './links.ts'
import { createMailer } from './mailer.ts'
import { mailSender } from './send-mail.ts'

declare module '@app/core' {
  interface Config {
    readonly mail?: MailOptions
  }
}

export interface MailOptions {
  /** The mail server, such as `smtp://user:password@mail.example`; `null` writes messages into `folder`. */
  readonly url: string | null
  readonly folder: string
  readonly from: string
  /**
   * The public URL of the product, with which links in mail begin. It is set here, since a request could name another
   * host.
   */
  readonly site: string
}

const MIGRATIONS = [
  `CREATE TABLE links (
    hash TEXT PRIMARY KEY,
    path TEXT NOT NULL,
    email TEXT NOT NULL,
    about INTEGER,
    made INTEGER NOT NULL DEFAULT (unixepoch())
  ) STRICT`,
  'CREATE INDEX links_of_address ON links (email, made)',
]

export const configProvider = () =>
  ({
    mail: {
      url: env('MAIL_URL', null),
      folder: env('MAIL_FOLDER', 'data/outbox'),
      from: env('MAIL_FROM', 'Noticeboard <noticeboard@localhost>'),
      site: env('SITE_URL', 'http://localhost:8080'),
    },
    database: { migrations: { mail: MIGRATIONS } },
    jobs: { handlers: { 'mail.send': 'noticeboard/mail-sender' } },
    housekeeping: { chores: ['noticeboard/links'] },
    dependencies: {
      factories: {
        'noticeboard/links': Links,
        'noticeboard/mail-sender': mailSender,
        'noticeboard/mailer': (container) => createMailer(container.get('config').mail),
      },
    },
  }) satisfies Config
