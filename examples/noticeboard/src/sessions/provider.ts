import type { SessionConfig } from '@app/session'
import type { DatabaseConfig } from '../database/provider.ts'
import type { HousekeepingConfig } from '../housekeeping/provider.ts'
import { StoredSessions } from './stored-sessions.ts'

const MIGRATIONS = ['CREATE TABLE sessions (id TEXT PRIMARY KEY, record TEXT NOT NULL, ends INTEGER NOT NULL) STRICT']

export const configProvider = () =>
  ({
    session: { store: 'noticeboard/stored-sessions' },
    database: { migrations: { sessions: MIGRATIONS } },
    housekeeping: { chores: ['noticeboard/stored-sessions'] },
    dependencies: { factories: { 'noticeboard/stored-sessions': StoredSessions } },
  }) satisfies DatabaseConfig & HousekeepingConfig & SessionConfig
