import { expect, test } from 'vitest'
import { Passwords } from './passwords.ts'

const passwords = new Passwords()
const cheap = new Passwords({ N: 2, r: 1, p: 1 })

test('a stored password matches the password, and contains nothing of it', async () => {
  const stored = await passwords.hash('correct horse battery')
  expect(stored).toMatch(/^32768\$8\$3\$/)
  expect(stored).not.toContain('correct')
  expect(await passwords.isRight('correct horse battery', stored)).toBe(true)
  expect(await passwords.isRight('correct horse', stored)).toBe(false)
})

test('a password that was stored at another cost still matches', async () => {
  expect(await passwords.isRight('correct horse', await cheap.hash('correct horse'))).toBe(true)
})

test('two hashes of one password differ', async () => {
  expect(await cheap.hash('correct horse')).not.toBe(await cheap.hash('correct horse'))
})

test('without a hash, as for an unknown address, no password is right', async () => {
  expect(await passwords.isRight('', undefined)).toBe(false)
})

test('a password is right in each of its spellings in Unicode', async () => {
  expect(await passwords.isRight('cafe\u0301 au lait', await cheap.hash('caf\u00e9 au lait'))).toBe(true)
})
