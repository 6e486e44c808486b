import { EventEmitter } from 'node:events'
import type { Database } from '../database/database.ts'

export interface Notice {
  readonly id: number
  readonly team: number
  readonly author: number
  /** The name of the author. */
  readonly by: string
  readonly title: string
  readonly text: string
  /** The time of writing, in seconds since 1970. */
  readonly written: number
}

export interface NoticePage {
  readonly notices: readonly Notice[]
  /** The number of notices on all pages. */
  readonly count: number
  readonly page: number
  readonly pages: number
}

const PER_PAGE = 10
/** Maximum length of a search. A longer search is cut, for pages, the API and GraphQL alike. */
const SEARCH_LENGTH = 100
const SELECT = `SELECT notices.id, team, author, accounts.name AS "by", title, text, written
  FROM notices JOIN accounts ON author = accounts.id`

/** The notices of all teams. The event `written` announces a new notice. */
export class Notices extends EventEmitter<{ written: [Notice] }> {
  static readonly inject = ['noticeboard/database'] as const
  readonly #database: Database

  constructor(database: Database) {
    super()
    this.#database = database
  }

  write(team: number, author: number, title: string, text: string): Notice {
    const sql = 'INSERT INTO notices (team, author, title, text) VALUES (?, ?, ?, ?) RETURNING id'
    const { id } = this.#database.first<{ id: number }>(sql, team, author, title, text) as { id: number }
    const notice = this.find(team, id) as Notice
    this.emit('written', notice)
    return notice
  }

  find(team: number, id: number): Notice | undefined {
    return this.#database.first<Notice>(`${SELECT} WHERE team = ? AND notices.id = ?`, team, id)
  }

  /**
   * Returns a page of the notices of a team, newest first. With a search, it has only notices in which each word of the
   * search begins a word of the title or the text.
   */
  search(team: number, search: string, page: number): NoticePage {
    const words = search.slice(0, SEARCH_LENGTH).split(/\s+/).filter(Boolean)
    // A word in quotation marks is not an operator of the search. NUL is removed, since SQLite would end the text
    // there.
    const match = words.map((word) => `"${word.replace(/["\0]/g, '')}" *`).join(' ')
    const isFound =
      match === '' ? "?2 = ''" : 'notices.id IN (SELECT rowid FROM notice_words WHERE notice_words MATCH ?2)'
    const counted = `SELECT count(*) AS count FROM notices WHERE team = ?1 AND ${isFound}`
    const { count } = this.#database.first<{ count: number }>(counted, team, match) as { count: number }
    const pages = Math.max(1, Math.ceil(count / PER_PAGE))
    const shown = Math.min(Math.max(1, page), pages)
    const sql = `${SELECT} WHERE team = ?1 AND ${isFound} ORDER BY notices.id DESC LIMIT ${PER_PAGE} OFFSET ?3`
    const notices = this.#database.all<Notice>(sql, team, match, (shown - 1) * PER_PAGE)
    return { notices, count, page: shown, pages }
  }

  /** Returns the id of the newest notice of a team, or 0 if the team has none. */
  last(team: number): number {
    const sql = 'SELECT coalesce(max(id), 0) AS id FROM notices WHERE team = ?'
    return (this.#database.first<{ id: number }>(sql, team) as { id: number }).id
  }

  /** Returns the notices that were written after the notice `id`, oldest first, at most a hundred. */
  since(team: number, id: number): readonly Notice[] {
    return this.#database.all<Notice>(
      `${SELECT} WHERE team = ? AND notices.id > ? ORDER BY notices.id LIMIT 100`,
      team,
      id,
    )
  }

  remove(team: number, id: number): boolean {
    return this.#database.run('DELETE FROM notices WHERE team = ? AND id = ?', team, id) === 1
  }

  /** Takes down notices that are older than the given days, and returns their number. */
  expire(days: number): number {
    return this.#database.run('DELETE FROM notices WHERE written < unixepoch() - ?', days * 86_400)
  }
}
