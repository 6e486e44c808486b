import { Pool, type PoolConfig } from 'pg'
import { onTestFinished } from 'vitest'
import { NO_POSTGRES, type Postgres, startPostgres } from '../scaling/postgres.ts'

/** Is added to the names of tests that cannot run here. */
export const SKIPPED: string = NO_POSTGRES === undefined ? '' : ` (${NO_POSTGRES})`

/** Starts a PostgreSQL that stops with the test. */
export async function startedPostgres(): Promise<Postgres> {
  const postgres = await startPostgres()
  onTestFinished(() => postgres.stop())
  return postgres
}

/** Makes a pool that ends with the test. */
export function connect({ url }: Postgres, options: PoolConfig = {}): Pool {
  const pool = new Pool({ connectionString: url, ...options })
  pool.on('error', () => undefined)
  onTestFinished(() => pool.end())
  return pool
}
