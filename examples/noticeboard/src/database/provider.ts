import { env } from '@app/config'
import type { Config } from '@app/core'
import { Database, type DatabaseOptions } from './database.ts'

declare module '@app/core' {
  interface Config {
    readonly database?: Partial<DatabaseOptions>
  }
}

export function makeDatabase({ database }: { readonly database: DatabaseOptions }): Database {
  return new Database(database)
}
makeDatabase.inject = ['config'] as const

const databaseCheck = (database: Database) => () => database.first('SELECT 1')
databaseCheck.inject = ['noticeboard/database'] as const

export const configProvider = () =>
  ({
    database: { file: env('DATABASE_FILE', 'data/noticeboard.db'), migrations: {} },
    health: { checks: { database: 'noticeboard/database-check' } },
    dependencies: {
      eager: ['noticeboard/database'],
      factories: { 'noticeboard/database': makeDatabase, 'noticeboard/database-check': databaseCheck },
    },
  }) satisfies Config
