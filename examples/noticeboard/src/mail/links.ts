import { createHash, randomBytes } from 'node:crypto'
import type { Jobs } from '@app/jobs'
import type { Database } from '../database/database.ts'
import { sendMail } from './send-mail.ts'

export interface Link {
  /** The path of the page to which the link leads. */
  readonly path: string
  /** The address to which the link was sent. */
  readonly email: string
  /** The number of the team that the link is about; `null` for a link that is about no team. */
  readonly about: number | null
}

const DAYS = 3
/**
 * Maximum number of links of one kind, such as invitations to a team, that are sent to one address in an hour, whoever
 * requests them. Sign-ups by strangers use up no invitations.
 */
const MAILS_PER_HOUR = 3

/**
 * Links that are sent by mail. A visitor who has a link is known to read the mail of its address. Each link works once.
 */
export class Links {
  static readonly inject = ['noticeboard/database', '@app/jobs', 'config'] as const
  readonly #database: Database
  readonly #jobs: Jobs
  readonly #site: string

  constructor(database: Database, jobs: Jobs, { mail: { site } }: { readonly mail: { readonly site: string } }) {
    this.#database = database
    this.#jobs = jobs
    this.#site = site
  }

  /**
   * Mails a link below `text`, which has to come from the program: a text that a stranger typed would be sent in the
   * name of the product. When the promise resolves, the job that sends the mail is stored.
   *
   * Returns false, and sends nothing, if the address has got three mails of this kind within an hour.
   */
  async send({ path, email, about }: Link, subject: string, text: string): Promise<boolean> {
    const counted = `SELECT count(*) AS count FROM links
      WHERE email = ? AND path = ? AND about IS ? AND made > unixepoch() - 3600`
    const { count } = this.#database.first<{ count: number }>(counted, email, path, about) as { count: number }
    if (count >= MAILS_PER_HOUR) return false
    const token = randomBytes(18).toString('base64url')
    const sql = 'INSERT INTO links (hash, path, email, about) VALUES (?, ?, ?, ?)'
    this.#database.run(sql, hashOf(token), path, email, about)
    // The token is in the query, since a log of requests leaves queries out.
    const url = `${new URL(path, this.#site)}?token=${token}`
    const below = `${url}\n\nIt works once, within ${DAYS} days.\n`
    await this.#jobs.add(sendMail, { to: email, subject, text: `${text}\n\n${below}` })
    return true
  }

  /** Finds the link to a path with a token; returns `undefined` if there is none, or if it is used or expired. */
  find(path: string, token: string): Link | undefined {
    const sql = `SELECT path, email, about FROM links
      WHERE path = ? AND hash = ? AND made > unixepoch() - ${DAYS * 86_400}`
    return this.#database.first<Link>(sql, path, hashOf(token))
  }

  /** Ends a link; returns false if the link has ended already. */
  use(path: string, token: string): boolean {
    return this.#database.run('DELETE FROM links WHERE path = ? AND hash = ?', path, hashOf(token)) === 1
  }

  /** Ends all links of this kind, such as invitations to a team, that were sent to an address. */
  revoke({ path, email, about }: Link): void {
    this.#database.run('DELETE FROM links WHERE path = ? AND email = ? AND about IS ?', path, email, about)
  }

  /** Deletes expired links, and returns their number. */
  tidy(): number {
    return this.#database.run(`DELETE FROM links WHERE made <= unixepoch() - ${DAYS * 86_400}`)
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
