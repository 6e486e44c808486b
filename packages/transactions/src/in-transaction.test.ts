import { DatabaseSync } from 'node:sqlite'
import { expect, expectTypeOf, onTestFinished, test } from 'vitest'
import { inTransaction, type PostgresPool, postgres, type Sql, sqlite, type TransactionDriver } from './index.ts'

function shop() {
  const database = new DatabaseSync(':memory:')
  database.exec('CREATE TABLE notes (title TEXT NOT NULL)')
  const driver = sqlite(() => database, { readers: 1 })
  onTestFinished(() => database.close())
  return {
    database,
    driver,
    titles: () =>
      database
        .prepare('SELECT title FROM notes')
        .all()
        .map(({ title }) => title),
  }
}

test('work outside of a request is committed when it is done, and its result is returned', async () => {
  const { driver, titles } = shop()
  const result = await inTransaction(driver, async (database, sql) => {
    database.prepare('INSERT INTO notes VALUES (?)').run('Tea')
    await sql.run('INSERT INTO notes VALUES ($1)', 'Milk')
    return 'done'
  })
  expect([result, titles()]).toEqual(['done', ['Tea', 'Milk']])
})

test('work that throws, or takes too long, has written nothing, and the next one begins', async () => {
  const { driver, titles } = shop()
  const failing = inTransaction(driver, (database) => {
    database.prepare('INSERT INTO notes VALUES (?)').run('Tea')
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  const slow = inTransaction(
    driver,
    async (database) => {
      database.prepare('INSERT INTO notes VALUES (?)').run('Milk')
      await new Promise((resolve) => setTimeout(resolve, 200))
    },
    { timeout: 0.05 },
  )
  await expect(slow).rejects.toThrow('The transaction took longer than 0.05 s.')
  await inTransaction(driver, (database) => void database.prepare('INSERT INTO notes VALUES (?)').run('Rum'))
  expect(titles()).toEqual(['Rum'])
})

test('the compiler knows that the transactions of a PostgreSQL have an Sql, and those of a driver of your own perhaps none', () => {
  const calls = (pool: PostgresPool, own: TransactionDriver<number>) => {
    inTransaction(postgres(pool), (_client, sql) => expectTypeOf(sql).toEqualTypeOf<Sql>())
    inTransaction(own, (value, sql) => {
      expectTypeOf(value).toEqualTypeOf<number>()
      expectTypeOf(sql).toEqualTypeOf<Sql | undefined>()
    })
  }
  expect(typeof calls).toBe('function')
})
