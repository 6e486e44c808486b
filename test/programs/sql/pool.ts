import { Pool, type PoolConfig } from 'pg'
import { onTestFinished } from 'vitest'
import { NO_POSTGRES, type Postgres } from '../scaling/postgres.ts'

/** Is added to the names of tests that cannot run here. */
export const SKIPPED: string = NO_POSTGRES === undefined ? '' : ` (${NO_POSTGRES})`

/** Makes a pool that ends with the test. */
export function connect({ url }: Postgres, options: PoolConfig = {}): Pool {
  const pool = new Pool({ connectionString: url, ...options })
  pool.on('error', () => undefined)
  onTestFinished(() => pool.end())
  return pool
}
