import type { Config } from '@app/core'
import { StoredSessions } from './stored-sessions.ts'

const MIGRATIONS = ['CREATE TABLE sessions (id TEXT PRIMARY KEY, record TEXT NOT NULL, ends INTEGER NOT NULL) STRICT']

export const configProvider = () =>
  ({
    session: { store: 'noticeboard/stored-sessions' },
    database: { migrations: { sessions: MIGRATIONS } },
    housekeeping: { chores: ['noticeboard/stored-sessions'] },
    dependencies: { factories: { 'noticeboard/stored-sessions': StoredSessions } },
  }) satisfies Config
