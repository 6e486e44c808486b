import { authentication, sessionAuthenticator } from '@app/authentication'
import { type FactorStore, type SecondFactor, secondFactor } from '@app/authentication/second-factor'
import { Application, text } from '@app/core'
import { session } from '@app/session'
import { type TOTP, URI } from 'otpauth'
import type { Pool } from 'pg'
import { describe, expect, test } from 'vitest'
import { NO_POSTGRES, startPostgres } from '../scaling/postgres.ts'
import { connect, SKIPPED } from './pool.ts'

const secret = 'shop'.repeat(8)

function storeIn(pool: Pool): FactorStore {
  return {
    read: async (id) => (await pool.query('SELECT factor FROM users WHERE id = $1', [id])).rows[0]?.factor,
    replace: async (id, before, after) => {
      const update = 'UPDATE users SET factor = $3 WHERE id = $1 AND factor IS NOT DISTINCT FROM $2'
      return (await pool.query(update, [id, before, after])).rowCount === 1
    },
  }
}

/** Adds a second factor of the user `ada`, and returns the recovery codes. */
async function recoveryCodes(factor: SecondFactor): Promise<readonly string[]> {
  const app = new Application().pipe(session({ secret }))
  app.pipe(authentication({ authenticators: [sessionAuthenticator()] }))
  app.pipe(async (request) => {
    const code = request.query.get('code')
    if (request.path === '/log-in') return factor.enter(request, { id: 'ada' })
    if (code === null) return text((await factor.begin(request, 'Ada')).uri)
    return text(String((await factor.add(request, code))?.recoveryCodes))
  })
  let cookie = ''
  const ask = async (path: string) => {
    const response = await app.fetch(new Request(`https://notes.example${path}`, { headers: { cookie } }))
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
    return response.text()
  }
  await ask('/log-in')
  const totp = URI.parse(await ask('/factor')) as TOTP
  return (await ask(`/factor?code=${totp.generate()}`)).split(',')
}

describe.skipIf(NO_POSTGRES !== undefined)(`a second factor in a PostgreSQL${SKIPPED}`, () => {
  test('has codes that work once, and guesses that are counted, however many requests come at the same moment', async () => {
    const server = await startPostgres()
    const pool = connect(server)
    await pool.query('CREATE TABLE users (id text PRIMARY KEY, factor text)')
    await pool.query("INSERT INTO users VALUES ('ada', NULL)")
    const made = (store: FactorStore) => secondFactor({ issuer: 'Notes', secret, store })
    const [one, two] = [made(storeIn(pool)), made(storeIn(connect(server)))]
    const recovery = await recoveryCodes(one)
    const code = recovery[0] ?? ''
    const uses = await Promise.all(Array.from({ length: 20 }, (_, i) => (i % 2 ? one : two).check('ada', code)))
    expect(uses.filter(Boolean)).toHaveLength(1)
    const guess = (i: number) =>
      (i % 2 ? one : two).check('ada', '000000').catch((error: { status: number }) => error.status)
    const guesses = await Promise.all(Array.from({ length: 30 }, (_, i) => guess(i)))
    expect(guesses.filter((answer) => answer === false)).toHaveLength(5)
    expect(guesses.filter((answer) => answer === 429)).toHaveLength(25)
    await two.remove('ada')
    expect([await one.has('ada'), await one.check('ada', recovery[1] ?? '')]).toEqual([false, false])
  })
})
