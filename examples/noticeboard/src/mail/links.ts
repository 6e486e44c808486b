import { createHash, randomBytes } from 'node:crypto'
import type { Database } from '../database/database.ts'
import type { Mailer } from './mailer.ts'

export interface Link {
  /** The path of the page to which it leads. */
  readonly path: string
  /** The address to which it was sent. */
  readonly email: string
  /** The number of what the link is about, if one page is for several things. */
  readonly about: number | null
}

const DAYS = 3
/** To one address, whoever asks for them. */
const MAILS_PER_HOUR = 3

/** Links that go out by mail, so that a visitor with one is known to read the mail of its address. Each works once. */
export class Links {
  static readonly inject = ['noticeboard/database', 'noticeboard/mailer', 'config'] as const
  readonly #database: Database
  readonly #mailer: Mailer
  readonly #site: string

  constructor(database: Database, mailer: Mailer, { mail: { site } }: { readonly mail: { readonly site: string } }) {
    this.#database = database
    this.#mailer = mailer
    this.#site = site
  }

  /**
   * Mails a link below a text, which has to be ours: what a stranger has written would be sent in our name.
   *
   * An address that has had three in an hour gets none, and the caller does not learn that.
   */
  async send({ path, email, about }: Link, subject: string, text: string): Promise<void> {
    const counted = 'SELECT count(*) AS count FROM links WHERE email = ? AND made > unixepoch() - 3600'
    const { count } = this.#database.first<{ count: number }>(counted, email) as { count: number }
    if (count >= MAILS_PER_HOUR) return
    const token = randomBytes(18).toString('base64url')
    const sql = 'INSERT INTO links (hash, path, email, about) VALUES (?, ?, ?, ?)'
    this.#database.run(sql, hashOf(token), path, email, about)
    // A log of requests leaves queries out.
    const url = `${new URL(path, this.#site)}?token=${token}`
    await this.#mailer.send({ to: email, subject, text: `${text}\n\n${url}\n\nIt works once, within ${DAYS} days.\n` })
  }

  /** The link with a token, unless it is used up or over. */
  find(path: string, token: string): Link | undefined {
    const sql = `SELECT path, email, about FROM links
      WHERE path = ? AND hash = ? AND made > unixepoch() - ${DAYS * 86_400}`
    return this.#database.first<Link>(sql, path, hashOf(token))
  }

  /** Ends a link; gives false for one that has ended already. */
  use(path: string, token: string): boolean {
    return this.#database.run('DELETE FROM links WHERE path = ? AND hash = ?', path, hashOf(token)) === 1
  }

  /** Ends all links that are about a thing and went to an address. */
  revoke({ path, email, about }: Link): void {
    this.#database.run('DELETE FROM links WHERE path = ? AND email = ? AND about IS ?', path, email, about)
  }

  /** Forgets those that are over, and says how many. */
  tidy(): number {
    return this.#database.run(`DELETE FROM links WHERE made <= unixepoch() - ${DAYS * 86_400}`)
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
