export { createTables } from './create-tables.ts'
export type { PostgresDatabase, Sql, SqlDatabase, SqliteDatabase, SqliteStatement, SqlValue } from './database.ts'
export type { SqlOptions } from './sql.ts'
export { sqlOf } from './sql.ts'
