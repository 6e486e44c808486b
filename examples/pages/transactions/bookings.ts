import { DatabaseSync } from 'node:sqlite'
import { Application, empty, HttpError } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { isUniqueViolation } from '@app/sql'
import { sqlIn, sqlite, transactions } from '@app/transactions'

const database = new DatabaseSync(':memory:')
database.exec('CREATE TABLE bookings (room text, day text, PRIMARY KEY (room, day))')

const app = new Application({ router: new FindMyWayRouter() })
app.pipe(transactions({ driver: sqlite(() => database) }))

app.post('/rooms/{room}/{day}', async (request) => {
  const { room, day } = request.params
  const insert = 'INSERT INTO bookings (room, day) VALUES ($1, $2) ON CONFLICT DO NOTHING'
  if ((await sqlIn(request).run(insert, room, day)) === 0) throw taken()
  return empty({ status: 201 })
})

app.put('/rooms/{room}/{day}/{other}', async (request) => {
  const { room, day, other } = request.params
  const update = 'UPDATE bookings SET day = $3 WHERE room = $1 AND day = $2'
  const changed = await sqlIn(request).run(update, room, day, other).catch(unlessTaken)
  return empty({ status: changed === 1 ? 204 : 404 })
})

const taken = (cause?: unknown) => new HttpError(409, 'The room is taken.', { expose: true, cause })

function unlessTaken(error: unknown): never {
  throw isUniqueViolation(error) ? taken(error) : error
}

export default app
