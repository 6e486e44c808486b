import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { isUniqueViolation, sqlOf } from './index.ts'

const sql = sqlOf(new DatabaseSync(':memory:'))
await sql.run(`CREATE TABLE rooms (id text PRIMARY KEY, name text NOT NULL UNIQUE, beds int CHECK (beds > 0))`)
await sql.run('CREATE TABLE nights (room text REFERENCES rooms)')
await sql.run("INSERT INTO rooms VALUES ('1', 'Blue', 2), ('2', 'Red', 1)")

test.each([
  ['a primary key', "INSERT INTO rooms VALUES ('1', 'Green', 1)", true],
  ['a unique column', "UPDATE rooms SET name = 'Blue' WHERE id = '2'", true],
  ['a rowid', "INSERT INTO rooms (rowid, id, name) VALUES (1, '3', 'Green')", true],
  ['NOT NULL', 'UPDATE rooms SET name = NULL', false],
  ['CHECK', 'UPDATE rooms SET beds = 0', false],
  ['a foreign key', "INSERT INTO nights VALUES ('9')", false],
  ['the grammar', 'INSERT rooms', false],
])('isUniqueViolation() tells whether a row has the place of another one: %s of a SQLite', async (_what, text, is) => {
  const error = await sql.run(text).catch((thrown: unknown) => thrown)
  expect([error, isUniqueViolation(error)]).toEqual([expect.any(Error), is])
  expect(isUniqueViolation(new Error('Failed query', { cause: error }))).toBe(is)
})

test('isUniqueViolation() is false for what is not an error, and for a circle of causes', () => {
  const circle = new Error('again')
  circle.cause = circle
  expect([undefined, null, '23505', {}, circle].map(isUniqueViolation)).toEqual(Array(5).fill(false))
  expect(isUniqueViolation({ code: 'SQLITE_CONSTRAINT_UNIQUE' })).toBe(true)
})
