import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { MailOptions } from './provider.ts'

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** A service that sends mail; tests replace it. */
export interface Mailer {
  send(mail: Mail): Promise<void>
}

/** Sends by SMTP if `url` names a mail server, else writes each mail into a folder. */
export function createMailer({ url, folder, from }: MailOptions): Mailer {
  if (url !== null) {
    const transport = createTransport(url, { from })
    return { send: async (mail) => void (await transport.sendMail(mail)) }
  }
  const transport = createTransport({ streamTransport: true, buffer: true }, { from })
  return {
    send: async (mail) => {
      const { message } = await transport.sendMail(mail)
      await mkdir(folder, { recursive: true })
      await writeFile(join(folder, `${Date.now()}-${crypto.randomUUID()}.eml`), message as Buffer, { mode: 0o600 })
    },
  }
}
