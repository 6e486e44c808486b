import { DatabaseSync } from 'node:sqlite'
import { expect, test, vi } from 'vitest'
import { sqlSessions } from './sql.ts'
import { USER_ID, Visitor, visited } from './visitor.test.helper.ts'

const record = { values: { name: 'ada' }, created: 1, seen: 1 }

test('a visitor is remembered in a table, until the log-out', async () => {
  const database = new DatabaseSync(':memory:')
  const { app } = visited(
    { store: sqlSessions(database, { table: 'visits' }) },
    {
      enter: (visit) => visit.set(USER_ID, 7),
      who: (visit) => visit.get(USER_ID),
      leave: (visit) => visit.destroy(),
    },
  )
  const visitor = new Visitor(app)
  await visitor.ask('enter')
  expect(await visitor.ask('who')).toEqual([200, 7])
  expect(database.prepare("SELECT count(*) AS rows FROM visits WHERE key LIKE 'session:%'").get()).toEqual({ rows: 1 })
  await visitor.ask('leave')
  expect(await visitor.ask('who')).toEqual([200, null])
})

test('a session that is over is not found, and a later write deletes it', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    const database = new DatabaseSync(':memory:')
    const store = sqlSessions(database)
    await store.setItem('session:old', record, { ttl: 60 })
    expect(await store.getItem('session:old')).toEqual(record)
    vi.advanceTimersByTime(60_000)
    expect(await store.getItem('session:old')).toBe(null)
    vi.advanceTimersByTime(600_000)
    await store.setItem('session:new', record, { ttl: 60 })
    expect(database.prepare('SELECT key FROM sessions').all()).toEqual([{ key: 'session:new' }])
  } finally {
    vi.useRealTimers()
  }
})

test('`sweep` deletes what is over, and returns the number', async () => {
  const store = sqlSessions(new DatabaseSync(':memory:'))
  await store.setItem('session:over', record, { ttl: 0 })
  await store.setItem('session:alive', record, { ttl: 60 })
  expect([await store.sweep(), await store.sweep()]).toEqual([1, 0])
})

test('while a request has a transaction on the same connection, the visitor gets a 503', async () => {
  const database = new DatabaseSync(':memory:')
  const { app, errors } = visited({ store: sqlSessions(database) }, { enter: (visit) => visit.set(USER_ID, 7) })
  database.exec('BEGIN')
  expect((await new Visitor(app).response('enter')).status).toBe(503)
  database.exec('ROLLBACK')
  expect((await new Visitor(app).response('enter')).status).toBe(200)
  expect(errors).toMatchObject([{ cause: { code: 'APP_SQL_TRANSACTION' } }])
})

test('a name that is not one of a table is refused', () => {
  const create = () => sqlSessions(new DatabaseSync(':memory:'), { table: 'a; DROP TABLE users' })
  expect(create).toThrow('sqlSessions(): "a; DROP TABLE users" is not a name of a table: use letters, digits and _.')
})
