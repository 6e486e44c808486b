import { linkUrl, type OnceLinks, onceLinks } from '@app/authentication'
import type { Accounts } from './accounts.ts'
import type { Email } from './email.ts'
import type { SendMail } from './mail.ts'

/** The links in mails by which the owner of an account sets a new password. */
export type PasswordLinks = OnceLinks<'new-password'>

/** Makes links that work for an hour, until the password changes or the user logs out everywhere. */
export function passwordLinks(accounts: Accounts): PasswordLinks {
  return onceLinks({
    secret: process.env.APP_SECRET,
    purposes: { 'new-password': 3_600 },
    version: (id) => accounts.by('id', id)?.version,
  })
}
passwordLinks.inject = ['accounts'] as const // if container

/** Sends a link to the owner of an account, and nothing to an address without an account. */
export type MailLink = (email: Email) => Promise<void>

export function mailLinks(accounts: Accounts, links: PasswordLinks, sendMail: SendMail): MailLink {
  const page = `${siteUrl()}/new-password`
  return async (email) => {
    const account = accounts.by('email', email)
    if (!account) return
    const url = linkUrl(page, await links.create({ purpose: 'new-password', subject: account.id }))
    await sendMail({
      to: account.email,
      subject: 'Set a new password',
      text: `Set a new password for @acme/example, within an hour:\n\n${url}\n\nIf you did not ask for this, do nothing.`,
    })
  }
}
mailLinks.inject = ['accounts', 'password-links', 'send-mail'] as const // if container

/** The address of this site. The host of a request would be the choice of whoever sends the request. */
function siteUrl(): string {
  const { SITE_URL, NODE_ENV, PORT = '8080' } = process.env
  if (SITE_URL) return new URL(SITE_URL).origin
  if (NODE_ENV === 'production') throw new Error('SITE_URL is missing: set it to the address of the site, https://…')
  return `http://localhost:${PORT}`
}
