import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { createTables, type Sql, type SqlDatabase, sqlOf } from './index.ts'

const TABLES = [
  'CREATE TABLE IF NOT EXISTS notes (id text PRIMARY KEY, likes int NOT NULL)',
  'CREATE INDEX IF NOT EXISTS by_likes ON notes (likes)',
]

test('statements take values by number, in any order and more than once', async () => {
  const sql = sqlOf(new DatabaseSync(':memory:'))
  expect(await sql.rows('SELECT $2 AS b, $1 AS a, $2 AS again', 'a', 'b')).toEqual([{ b: 'b', a: 'a', again: 'b' }])
})

test('`run` returns the number of changed rows, and `rows` the rows of RETURNING', async () => {
  const database = new DatabaseSync(':memory:')
  await createTables(database, TABLES)
  const sql = sqlOf(database)
  expect(await sql.run('INSERT INTO notes VALUES ($1, $2), ($3, $2)', 'tea', 1, 'milk')).toBe(2)
  expect(await sql.rows('UPDATE notes SET likes = likes + $1 WHERE id = $2 RETURNING likes', 4, 'tea')).toEqual([
    { likes: 5 },
  ])
})

test('a SQLite keeps booleans as 1 and 0, and bytes as they are', async () => {
  const sql = sqlOf(new DatabaseSync(':memory:'))
  const bytes = new Uint8Array([0, 255])
  expect(await sql.rows('SELECT $1 AS yes, $2 AS bytes, $3 AS empty', true, bytes, null)).toEqual([
    { yes: 1, bytes, empty: null },
  ])
})

test('a statement on a SQLite has run before the promise is awaited', async () => {
  const database = new DatabaseSync(':memory:')
  await createTables(database, TABLES)
  const inserted = sqlOf(database).run('INSERT INTO notes VALUES ($1, 0)', 'tea')
  expect(database.prepare('SELECT id FROM notes').all()).toEqual([{ id: 'tea' }])
  await inserted
})

test('tables that exist are left as they are', async () => {
  const database = new DatabaseSync(':memory:')
  await createTables(database, TABLES)
  await sqlOf(database).run('INSERT INTO notes VALUES ($1, 0)', 'tea')
  await createTables(database, TABLES)
  expect(await sqlOf(database).rows('SELECT id FROM notes')).toEqual([{ id: 'tea' }])
})

test('more statements than are kept prepared still run', async () => {
  const sql = sqlOf(new DatabaseSync(':memory:'))
  for (let i = 0; i < 250; i++) expect(await sql.rows(`SELECT ${i} AS i`)).toEqual([{ i }])
})

test('an object with the methods of `Sql` is used as it is', () => {
  const own: Sql = { dialect: 'postgres', rows: async () => [], run: async () => 0 }
  expect(sqlOf(own)).toBe(own)
})

test('any other value is refused by what it is', () => {
  const sqlOfAny = (value: unknown) => () => sqlOf(value as SqlDatabase)
  expect(sqlOfAny(new Map())).toThrow(/^Expected a database, got .*: pass a DatabaseSync of node:sqlite/)
  expect(sqlOfAny('postgres://shop:secret@db')).toThrow('Expected a database, got a string')
  expect(sqlOfAny(undefined)).toThrow(expect.objectContaining({ code: 'APP_SQL_DATABASE' }))
})

test('a connection of its own refuses statements inside of a transaction of somebody else', async () => {
  const database = new DatabaseSync(':memory:')
  await createTables(database, TABLES)
  const own = sqlOf(database, { ownConnection: true })
  database.exec('BEGIN')
  await expect(own.run('DELETE FROM notes')).rejects.toMatchObject({ code: 'APP_SQL_TRANSACTION' })
  expect(await sqlOf(database).run('INSERT INTO notes VALUES ($1, 0)', 'tea')).toBe(1)
  database.exec('COMMIT')
  expect(await own.run('DELETE FROM notes')).toBe(1)
})

/** Two connections to one file; the first has a transaction that ends after some milliseconds. */
function locked(milliseconds: number) {
  const folder = mkdtempSync(join(tmpdir(), 'sql-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [holder, waiting] = [1, 2].map(() => new DatabaseSync(join(folder, 'test.db'))) as [DatabaseSync, DatabaseSync]
  onTestFinished(() => {
    holder.close()
    waiting.close()
  })
  holder.exec('CREATE TABLE notes (id text PRIMARY KEY, likes int NOT NULL)')
  holder.exec('BEGIN IMMEDIATE')
  const timer = setTimeout(() => holder.exec('COMMIT'), milliseconds)
  onTestFinished(() => clearTimeout(timer))
  return waiting
}

test('a connection of its own waits for a lock that this same process holds, without blocking it', async () => {
  const own = sqlOf(locked(60), { ownConnection: true })
  expect(await own.run('INSERT INTO notes VALUES ($1, 0)', 'tea')).toBe(1)
})

test('a statement that waits longer than the timeout is given up', async () => {
  const own = sqlOf(locked(200), { ownConnection: true, timeout: 0.05 })
  await expect(own.run('INSERT INTO notes VALUES ($1, 0)', 'tea')).rejects.toThrow('database is locked')
})

test('`createTables` waits while another connection writes', async () => {
  const database = locked(60)
  await createTables(database, ['CREATE TABLE IF NOT EXISTS more (id text PRIMARY KEY)'])
  expect(await sqlOf(database).rows('SELECT * FROM more')).toEqual([])
})
