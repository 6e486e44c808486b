export type { SessionRecord } from './session-record.ts'
export type { SessionStore } from './session-store.ts'
export type { SqlSessions, SqlSessionsOptions } from './sql-sessions.ts'
export { sqlSessions } from './sql-sessions.ts'
