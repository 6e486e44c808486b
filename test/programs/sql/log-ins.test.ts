import { hashPassword, isPassword } from '@app/authentication/passwords'
import { Application, text } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { sqlOf } from '@app/sql'
import { postgres, sqlIn, TRANSACTION, transactions } from '@app/transactions'
import { describe, expect, test } from 'vitest'
import { NO_POSTGRES } from '../scaling/postgres.ts'
import { connect, SKIPPED, startedPostgres } from './pool.ts'

/** Sends log-ins at once, three for each connection of the pool, and a write and a read while they hash. */
async function rush(holds: boolean) {
  const server = await startedPostgres()
  const pool = connect(server, { max: 10, connectionTimeoutMillis: holds ? 1_000 : 5_000 })
  const hash = await hashPassword('correct horse battery')
  const errors: string[] = []
  const app = new Application({ router: new FindMyWayRouter(), onError: (error) => errors.push(String(error)) })
  app.pipe(transactions({ driver: postgres(pool) }))
  app
    .post('/log-in', async (request) => {
      await (holds ? sqlIn(request) : sqlOf(pool)).rows('SELECT 1')
      return text(String(await isPassword('guess', hash)))
    })
    .set(TRANSACTION, holds)
  app.post('/notes', async (request) => text(`${(await sqlIn(request).rows('SELECT 1')).length}`))
  app.get('/notes', async () => text(`${(await sqlOf(pool).rows('SELECT 1')).length}`))
  const ask = async (method: string, path: string) => (await app.request(path, { method })).status
  const guesses = Promise.all(Array.from({ length: 30 }, () => ask('POST', '/log-in')))
  // All connections are open now, and none is the one of a hash that has ended.
  await new Promise((resolve) => setTimeout(resolve, 20))
  const others = await Promise.all([ask('POST', '/notes'), ask('GET', '/notes')])
  return { others, guesses: await guesses, errors }
}

describe.skipIf(NO_POSTGRES !== undefined)(`many log-ins at once, and a PostgreSQL${SKIPPED}`, () => {
  test('log-ins that hash outside of transactions take no connections from others', async () => {
    expect(await rush(false)).toEqual({ others: [200, 200], guesses: Array(30).fill(200), errors: [] })
  })

  test('log-ins that hash in transactions take all connections, and the errors name their route', async () => {
    const { others, guesses, errors } = await rush(true)
    expect([others[0], guesses.includes(503)]).toEqual([503, true])
    expect(errors.join('\n')).toMatch(/No transaction could begin\. Open are \d+ of POST \/log-in\. If a route hashes/)
  })
})
