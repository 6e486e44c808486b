import { env } from '@app/config'
import type { Config } from '@app/core'
import { type JobsEngine, sqlJobs } from '@app/jobs'
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

/** Keeps jobs in the database too, so that no restart loses one. */
export function keepJobs(database: Database): JobsEngine {
  return sqlJobs(database.sql)
}
keepJobs.inject = ['noticeboard/database'] as const

const databaseCheck = (database: Database) => () => database.first('SELECT 1')
databaseCheck.inject = ['noticeboard/database'] as const

export const configProvider = () =>
  ({
    database: { file: env('DATABASE_FILE', 'data/noticeboard.db'), migrations: {} },
    jobs: { engine: 'noticeboard/job-engine' },
    health: { checks: { database: 'noticeboard/database-check' } },
    dependencies: {
      eager: ['noticeboard/database'],
      factories: {
        'noticeboard/database': makeDatabase,
        'noticeboard/database-check': databaseCheck,
        'noticeboard/job-engine': keepJobs,
      },
    },
  }) satisfies Config
