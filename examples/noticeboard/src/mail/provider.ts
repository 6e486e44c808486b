import { env } from '@app/config'
import type { Config } from '@app/core'
import { createMailer } from './mailer.ts'

export interface MailConfig extends Config {
  readonly mail: MailOptions
}

export interface MailOptions {
  /** Such as `smtp://user:password@mail.example`; `null` writes messages into `folder`. */
  readonly url: string | null
  readonly folder: string
  readonly from: string
}

export const configProvider = () =>
  ({
    mail: {
      url: env('MAIL_URL', null),
      folder: env('MAIL_FOLDER', 'data/outbox'),
      from: env('MAIL_FROM', 'Noticeboard <noticeboard@localhost>'),
    },
    dependencies: {
      factories: { 'noticeboard/mailer': (container) => createMailer(container.get<MailConfig>('config').mail) },
    },
  }) satisfies MailConfig
