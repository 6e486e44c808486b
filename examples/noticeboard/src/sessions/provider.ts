import type { Config } from '@app/core'
import { sqlSessions } from '@app/session/sql'
import type { Database } from '../database/database.ts'

/** Keeps sessions in the database, so that a log-out and a changed password end them for good. */
export const storeSessions = (database: Database) => sqlSessions(database.sql, { table: 'visits' })
storeSessions.inject = ['noticeboard/database'] as const

export const configProvider = () =>
  ({
    session: { store: 'noticeboard/stored-sessions' },
    dependencies: { factories: { 'noticeboard/stored-sessions': storeSessions } },
  }) satisfies Config
