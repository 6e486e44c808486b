import type { Account } from '../accounts/accounts.ts'
import type { Database } from '../database/database.ts'

export interface Team {
  readonly id: number
  readonly slug: string
  readonly name: string
}

export type TeamRole = 'owner' | 'member'

export interface Member extends Pick<Account, 'id' | 'name' | 'email'> {
  readonly role: TeamRole
}

/** Teams and their members. */
export class Teams {
  static readonly inject = ['noticeboard/database'] as const
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /**
   * Founds a team. Its address ends with its number, so that several teams may have one name, and nobody learns which
   * names are taken.
   */
  found(name: string, owner: number): Team {
    return this.#database.transaction(() => {
      const sql = `INSERT INTO teams (id, slug, name)
        SELECT next, ?1 || '-' || next, ?2 FROM (SELECT coalesce(max(id), 0) + 1 AS next FROM teams)
        RETURNING id, slug, name`
      const team = this.#database.first<Team>(sql, slugOf(name), name) as Team
      this.#database.run('INSERT INTO members (team, account, role) VALUES (?, ?, ?)', team.id, owner, 'owner')
      return team
    })
  }

  /** Adds a member, and does nothing if the user is one already. */
  join(team: number, account: number): void {
    const sql = "INSERT INTO members (team, account, role) VALUES (?, ?, 'member') ON CONFLICT DO NOTHING"
    this.#database.run(sql, team, account)
  }

  /** Removes a member and returns that member; an owner is not removed. */
  remove(team: number, account: number): Member | undefined {
    const member = this.members(team).find(({ id, role }) => id === account && role === 'member')
    this.#database.run("DELETE FROM members WHERE team = ? AND account = ? AND role = 'member'", team, account)
    return member
  }

  find(id: number | null): Team | undefined {
    return this.#database.first<Team>('SELECT id, slug, name FROM teams WHERE id = ?', id)
  }

  of(account: number): readonly Team[] {
    const sql = 'SELECT id, slug, teams.name FROM teams JOIN members ON team = id WHERE account = ? ORDER BY teams.name'
    return this.#database.all<Team>(sql, account)
  }

  /**
   * Returns a team, and the role of a user in it; `undefined` for strangers, who must not learn that the team exists.
   */
  seenBy(account: number, slug: string): (Team & { readonly role: TeamRole }) | undefined {
    const sql = 'SELECT id, slug, name, role FROM teams JOIN members ON team = id WHERE account = ? AND slug = ?'
    return this.#database.first(sql, account, slug)
  }

  members(team: number): readonly Member[] {
    const sql = `SELECT id, name, email, members.role FROM members JOIN accounts ON account = id
      WHERE team = ? ORDER BY name, id`
    return this.#database.all<Member>(sql, team)
  }
}

/**
 * Turns the name of a team into a part of its address: letters and digits of any language, with a dash in place of
 * other characters.
 */
export function slugOf(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
}
