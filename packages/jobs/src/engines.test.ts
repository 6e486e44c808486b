import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { testEngine } from './engine.test-kit.ts'
import { handlerFor, job, jobRunner, jobs, jobTables, memoryJobs, sqlJobs } from './index.ts'

testEngine('memory', async () => {
  const engine = memoryJobs()
  return () => engine
})

function openFile() {
  const folder = mkdtempSync(join(tmpdir(), 'jobs-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const open = () => {
    const database = new DatabaseSync(join(folder, 'shop.db'), { timeout: 5_000 })
    onTestFinished(() => database.close())
    return database
  }
  open().exec('PRAGMA journal_mode = WAL')
  return open
}

testEngine('SQLite', async () => {
  const open = openFile()
  return () => sqlJobs(open())
})

const bake = job<{ id: number }>({ name: 'bake' })

test('SQLite: a job that is added in a transaction is there if and only if that is committed', async () => {
  const open = openFile()
  const own = open()
  own.exec('CREATE TABLE orders (id int)')
  const queue = jobs({ engine: sqlJobs(open()) })
  await queue.start()
  own.exec('BEGIN IMMEDIATE')
  await queue.add(bake, { id: 1 }, { in: own })
  own.exec('INSERT INTO orders VALUES (1)')
  expect(await queue.list()).toEqual([])
  own.exec('ROLLBACK')
  expect(await queue.list()).toEqual([])
  own.exec('BEGIN IMMEDIATE')
  const id = await queue.add(bake, { id: 2 }, { in: own })
  own.exec('COMMIT')
  expect(await queue.list()).toMatchObject([{ id }])
})

test('SQLite: an open transaction of a request in the same process makes the runner wait, and not the process', async () => {
  const open = openFile()
  const own = open()
  const queue = jobs({ engine: sqlJobs(open()) })
  await queue.add(bake, { id: 1 })
  const seen: number[] = []
  await using runner = jobRunner(queue, { handlers: [handlerFor(bake, ({ id }) => void seen.push(id))], poll: 0.02 })
  own.exec('BEGIN IMMEDIATE')
  await runner.start()
  const waited = performance.now()
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(performance.now() - waited).toBeLessThan(4_000)
  expect(seen).toEqual([])
  own.exec('COMMIT')
  await expect.poll(() => seen).toEqual([1])
})

test('SQLite: the connection of jobs refuses to run in an open transaction of other code', async () => {
  const database = new DatabaseSync(':memory:')
  const queue = jobs({ engine: sqlJobs(database) })
  await queue.start()
  database.exec('BEGIN')
  await expect(queue.add(bake, { id: 1 })).rejects.toThrow('A transaction of somebody else is open')
  await expect(queue.counts()).rejects.toMatchObject({ code: 'APP_SQL_TRANSACTION' })
  await queue.add(bake, { id: 1 }, { in: database })
  database.exec('COMMIT')
  expect(await queue.counts()).toEqual([{ name: 'bake', state: 'waiting', count: 1 }])
})

test('SQLite: a job for a transaction that is over already is an error', async () => {
  const open = openFile()
  const own = open()
  const queue = jobs({ engine: sqlJobs(open()) })
  own.exec('BEGIN')
  const late = queue.add(bake, { id: 1 }, { in: own })
  own.exec('COMMIT')
  await expect(late).rejects.toThrow('Await jobs.add() before you commit, or leave "in" out.')
  expect(await queue.counts()).toEqual([])
})

test('SQLite: a job for a transaction is an error at once if there is no table for it yet', async () => {
  const open = openFile()
  const own = open()
  const queue = jobs({ engine: sqlJobs(open()) })
  own.exec('BEGIN IMMEDIATE')
  const begun = performance.now()
  await expect(queue.add(bake, { id: 1 }, { in: own })).rejects.toMatchObject({
    code: 'APP_JOBS_CONNECTION',
    message: expect.stringContaining('Await start() of the queue when the program starts') as unknown,
  })
  // Neither while the tables wait for the end of the very transaction.
  const started = queue.start()
  await expect(queue.add(bake, { id: 1 }, { in: own })).rejects.toMatchObject({ code: 'APP_JOBS_CONNECTION' })
  expect(performance.now() - begun).toBeLessThan(3_000)
  own.exec('COMMIT')
  await started
  own.exec('BEGIN IMMEDIATE')
  await queue.add(bake, { id: 1 }, { in: own })
  own.exec('COMMIT')
  expect(await queue.counts()).toEqual([{ name: 'bake', state: 'waiting', count: 1 }])
})

test('SQLite: tables that a migration has made need no start before a job for a transaction', async () => {
  const open = openFile()
  const own = open()
  for (const statement of jobTables()) own.exec(statement)
  const queue = jobs({ engine: sqlJobs(open()) })
  own.exec('BEGIN IMMEDIATE')
  await queue.add(bake, { id: 1 }, { in: own })
  own.exec('COMMIT')
  expect(await queue.counts()).toEqual([{ name: 'bake', state: 'waiting', count: 1 }])
})

test('SQLite: the name of a table may be a word of SQL', async () => {
  const open = openFile()
  const queue = jobs({ engine: sqlJobs(open(), { table: 'order' }) })
  await queue.add(bake, { id: 1 }, { key: 'a' })
  await using runner = jobRunner(queue, { handlers: [handlerFor(bake, () => undefined)], schedule: {} })
  expect((await runner.drain()).map(({ state }) => state)).toEqual(['done'])
  expect(open().prepare('SELECT state FROM "order"').all()).toEqual([{ state: 'done' }])
})

test('memory: a job for a transaction is an error', async () => {
  const queue = jobs({ engine: memoryJobs() })
  const added = queue.add(bake, { id: 1 }, { in: new DatabaseSync(':memory:') })
  await expect(added).rejects.toThrow('Jobs in memory cannot be a part of a transaction')
})

test('a connection of the other kind of database is an error', async () => {
  const queue = jobs({ engine: sqlJobs(new DatabaseSync(':memory:')) })
  const pool = { query: async () => ({ rows: [], rowCount: 1 }) }
  await expect(queue.add(bake, { id: 1 }, { in: pool })).rejects.toThrow(
    'The option "in" is a connection to a postgres, and these jobs are kept in a sqlite.',
  )
})

test('a table may have another name, and be made by a migration', async () => {
  const open = openFile()
  for (const statement of jobTables('shop_jobs')) open().exec(statement)
  const queue = jobs({ engine: sqlJobs(open(), { table: 'shop_jobs' }) })
  await queue.add(bake, { id: 1 })
  expect(open().prepare('SELECT name, state FROM shop_jobs').all()).toMatchObject([{ name: 'bake', state: 'waiting' }])
  expect(() => sqlJobs(open(), { table: 'jobs; DROP TABLE orders' })).toThrow('sqlJobs(): "table" must be a name of')
})
