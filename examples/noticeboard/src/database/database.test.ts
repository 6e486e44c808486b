import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Database } from './database.ts'

const FIRST = ['CREATE TABLE things (name TEXT PRIMARY KEY) STRICT']

function fileOfTest(): string {
  const folder = mkdtempSync(join(tmpdir(), 'noticeboard-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'test.db')
}

test('a later release of a feature runs only its new SQL statements, and keeps existing data', () => {
  const file = fileOfTest()
  const first = new Database({ file, migrations: { things: FIRST } })
  first.run('INSERT INTO things (name) VALUES (?)', 'lamp')
  first[Symbol.dispose]()
  const later = [...FIRST, "ALTER TABLE things ADD COLUMN colour TEXT NOT NULL DEFAULT 'red'"]
  using second = new Database({ file, migrations: { things: later } })
  expect(second.all('SELECT name, colour FROM things')).toEqual([{ name: 'lamp', colour: 'red' }])
})

test('two connections to one file see the rows of each other', () => {
  const file = fileOfTest()
  using one = new Database({ file, migrations: { things: FIRST } })
  using two = new Database({ file, migrations: { things: FIRST } })
  one.run('INSERT INTO things (name) VALUES (?)', 'lamp')
  expect(two.first('SELECT name FROM things')).toEqual({ name: 'lamp' })
})

test('the changes of a transaction that fails are undone', () => {
  using database = new Database({ file: ':memory:', migrations: { things: FIRST } })
  const failing = () =>
    database.transaction(() => {
      database.run('INSERT INTO things (name) VALUES (?)', 'lamp')
      throw new Error('no')
    })
  expect(failing).toThrow('no')
  expect(database.all('SELECT name FROM things')).toEqual([])
})

test('if a statement of a new release fails, the database stays as it was', () => {
  const file = fileOfTest()
  const broken = new Database({ file, migrations: { things: [...FIRST, 'CREATE NONSENSE'] } })
  expect(() => broken.start()).toThrow('syntax error')
  using database = new Database({ file, migrations: {} })
  expect(database.first("SELECT name FROM sqlite_master WHERE name = 'things'")).toBeUndefined()
})

test('a database that was made and not used has no file, since commands make services without starting them', () => {
  const file = fileOfTest()
  using database = new Database({ file, migrations: { things: FIRST } })
  expect(existsSync(file)).toBe(false)
  database.start()
  expect(existsSync(file)).toBe(true)
})

test.skipIf(process.platform === 'win32')('only the user who runs the program may read its database', () => {
  const file = fileOfTest()
  using database = new Database({ file, migrations: { things: FIRST } })
  database.start()
  expect([file, `${file}-wal`].map((each) => (statSync(each).mode & 0o777).toString(8))).toEqual(['600', '600'])
})
