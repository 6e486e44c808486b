import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { createTransport } from 'nodemailer'

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** Sends a mail; rejects if the mail server does not accept it. */
export type SendMail = (mail: Mail) => Promise<unknown>

/**
 * Opens what sends mails: the server in the variable SMTP_URL, such as smtps://user:password@smtp.site.example. Without
 * it, each mail becomes a file in data/mail. In production a missing server is an error, and in tests the mails are in
 * `sentInTests`.
 */
export function openMail(): SendMail {
  const { SMTP_URL, MAIL_FROM, NODE_ENV } = process.env
  if (NODE_ENV === 'test') return async (mail) => sentInTests.push(mail)
  if (SMTP_URL) {
    const server = createTransport({ ...LIMITS, url: SMTP_URL }, { from: MAIL_FROM })
    return (mail) => server.sendMail(mail)
  }
  if (NODE_ENV === 'production') throw new Error('SMTP_URL is missing: set it to the URL of your mail server.')
  return async ({ to, subject, text }) => {
    await mkdir('data/mail', { recursive: true })
    const file = `data/mail/${randomUUID()}.txt`
    await writeFile(file, `To: ${to}\nSubject: ${subject}\n\n${text}\n`, { mode: 0o600 })
    console.log(`Wrote a mail: ${file}`)
  }
}

/** Milliseconds that a mail may wait for the server. */
const LIMITS = { connectionTimeout: 10_000, socketTimeout: 30_000 }

export const sentInTests: Mail[] = []
