import { passwords } from '@app/authentication/passwords'
import { Application, text } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { sqlOf } from '@app/sql'
import { postgres, sqlIn, TRANSACTION, transactions } from '@app/transactions'
import { describe, expect, test } from 'vitest'
import { NO_POSTGRES, startPostgres } from '../scaling/postgres.ts'
import { connect, SKIPPED } from './pool.ts'

/** Sends 30 log-ins at once to a pool of 10, and a write and a read before any of their hashes ends. */
async function rush(holds: boolean) {
  const server = await startPostgres()
  const pool = connect(server, { max: 10, connectionTimeoutMillis: 3_000 })
  let finish: () => void = () => undefined
  const isFinished = new Promise<void>((resolve) => {
    finish = resolve
  })
  const { isPassword } = passwords({ foreign: () => isFinished.then(() => true), waitTimeout: 60 })
  const errors: string[] = []
  let hashing = 0
  const app = new Application({ router: new FindMyWayRouter(), onError: (error) => errors.push(String(error)) })
  app.pipe(transactions({ driver: postgres(pool) }))
  app
    .post('/log-in', async (request) => {
      await (holds ? sqlIn(request) : sqlOf(pool)).rows('SELECT 1')
      hashing++
      return text(String(await isPassword('guess', '$2y$10$of another program')))
    })
    .set(TRANSACTION, holds && { timeout: 60 })
  app.post('/notes', async (request) => text(`${(await sqlIn(request).rows('SELECT 1')).length}`))
  app.get('/notes', async () => text(`${(await sqlOf(pool).rows('SELECT 1')).length}`))
  const ask = async (method: string, path: string) => (await app.request(path, { method })).status
  const guesses = Promise.all(Array.from({ length: 30 }, () => ask('POST', '/log-in')))
  await expect.poll(() => hashing, { timeout: 10_000 }).toBe(holds ? 10 : 30)
  const others = await Promise.all([ask('POST', '/notes'), ask('GET', '/notes')])
  finish()
  return { others, guesses: (await guesses).sort(), errors }
}

describe.skipIf(NO_POSTGRES !== undefined)(`many log-ins at once, and a PostgreSQL${SKIPPED}`, () => {
  test('log-ins that hash outside of transactions take no connections from others', async () => {
    expect(await rush(false)).toEqual({ others: [200, 200], guesses: Array(30).fill(200), errors: [] })
  })

  test('log-ins that hash in transactions take all connections, and the errors name their route', async () => {
    const { others, guesses, errors } = await rush(true)
    expect({ others, guesses }).toEqual({
      others: [503, 500],
      guesses: [...Array(10).fill(200), ...Array(20).fill(503)],
    })
    expect(errors[0]).toContain('No transaction could begin. Open are 10 of POST /log-in. If a route hashes a password')
  })
})
