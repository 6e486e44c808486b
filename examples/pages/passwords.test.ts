import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { hashPassword, isPassword } from './passwords.ts'

test('a password matches its own hash, and no password matches a missing hash', async () => {
  const kept = await hashPassword('wonder ü')
  expect(kept).not.toContain('wonder')
  expect(await Promise.all([isPassword('wonder ü', kept), isPassword('wonder u', kept), isPassword('')])).toEqual([
    true,
    false,
    false,
  ])
})

test('a hash contains its cost, so that a new cost leaves old passwords valid', async () => {
  expect(await hashPassword('wonder')).toMatch(/^32768\$8\$3\$[\w-]{22}\$[\w-]{43}$/)
  const cheap = '2$1$1$c2FsdA$bRm2DfyC4C1eD01xOlbSxeXyvS-DvVxouPkZIpNxx9U'
  expect(await isPassword('wonder', cheap)).toBe(true)
})

test('passwords.ts of this example equals the file that `create --log-in` writes', () => {
  const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')
  expect(read('passwords.ts')).toBe(read('../../packages/create/templates/log-in-sources/passwords.ts'))
})
