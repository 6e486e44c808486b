import { Application, empty, HttpError } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { createTables, isUniqueViolation, sqlOf } from '@app/sql'
import { postgres, sqlIn, transactions } from '@app/transactions'
import { describe, expect, test } from 'vitest'
import { TABLES } from '../../../examples/pages/transactions/audit-on-postgres.ts'
import { NO_POSTGRES, startPostgres } from '../scaling/postgres.ts'
import { connect, SKIPPED } from './pool.ts'

describe.skipIf(NO_POSTGRES !== undefined)(
  `the statements of the page of transactions on a PostgreSQL${SKIPPED}`,
  () => {
    test('the tables of the audit log are made once, by ten processes, and rows are added and never changed', async () => {
      const server = await startPostgres()
      await Promise.all(Array.from({ length: 10 }, () => createTables(connect(server, { max: 1 }), TABLES)))
      const sql = sqlOf(connect(server))
      await createTables(sql, TABLES)
      await sql.run('INSERT INTO audit VALUES ($1, $2, $3, $4)', 'now', 'bob', 'note.added', '/notes/7')
      for (const change of ["UPDATE audit SET who = 'eve'", 'DELETE FROM audit', 'TRUNCATE audit']) {
        await expect(sql.run(change)).rejects.toThrow('The audit log is not changed')
      }
      expect(await sql.rows('SELECT who, path FROM audit')).toEqual([{ who: 'bob', path: '/notes/7' }])
    })

    test('what is taken is answered by 409, by ON CONFLICT and by isUniqueViolation(), and the next request works', async () => {
      const server = await startPostgres()
      const pool = connect(server, { max: 2 })
      await pool.query(`CREATE TABLE bookings (room text PRIMARY KEY, days int4range NOT NULL,
        EXCLUDE USING gist (days WITH &&));
      INSERT INTO bookings VALUES ('blue', '[1,5)'), ('red', '[7,9)')`)
      const app = new Application({ router: new FindMyWayRouter(), onError: () => undefined })
      app.pipe(transactions({ driver: postgres(pool) }))
      app.post('/{room}/{from}', async (request) => {
        const { room, from } = request.params
        const insert = 'INSERT INTO bookings VALUES ($1, int4range($2, $2 + 1)) ON CONFLICT DO NOTHING'
        return empty({ status: (await sqlIn(request).run(insert, room, Number(from))) === 1 ? 201 : 409 })
      })
      app.put('/{room}/{column}/{value}', async (request) => {
        const { room, column, value } = request.params
        const update = `UPDATE bookings SET ${column} = ${column === 'days' ? 'CAST($2 AS int4range)' : '$2'} WHERE room = $1`
        await sqlIn(request)
          .run(update, room, value)
          .catch((error: unknown) => {
            throw isUniqueViolation(error) ? new HttpError(409, 'The room is taken.', { cause: error }) : error
          })
        return empty()
      })
      const ask = async (method: string, path: string) => (await app.request(path, { method })).status
      const changes = [
        await ask('POST', '/blue/20'), // a primary key
        await ask('POST', '/green/3'), // an exclusion constraint
        await ask('POST', '/green/20'),
        await ask('PUT', '/red/days/%5B4,8)'),
        await ask('PUT', '/red/room/blue'),
        await ask('PUT', '/red/days/%5B8,9)'),
        await ask('PUT', '/red/days/many'),
      ]
      expect(changes).toEqual([409, 409, 201, 409, 409, 204, 500])
      expect((await pool.query('SELECT room, days FROM bookings ORDER BY room')).rows).toEqual([
        { room: 'blue', days: '[1,5)' },
        { room: 'green', days: '[20,21)' },
        { room: 'red', days: '[8,9)' },
      ])
    })
  },
)
