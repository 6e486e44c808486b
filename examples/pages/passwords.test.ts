import * as door from '@app/authentication/passwords'
import { expect, test } from 'vitest'
import { hashPassword, isPassword } from '../../packages/create/templates/log-in-sources/passwords.ts'

test('in passwords.ts of `create --log-in`, a password matches its own hash, and no password matches a missing hash', async () => {
  const kept = await hashPassword('wonder ü')
  expect(kept).not.toContain('wonder')
  expect(await Promise.all([isPassword('wonder ü', kept), isPassword('wonder u', kept), isPassword('')])).toEqual([
    true,
    false,
    false,
  ])
})

test('a hash of passwords.ts of `create --log-in` contains its cost, so that a new cost leaves old passwords valid', async () => {
  expect(await hashPassword('wonder')).toMatch(/^32768\$8\$3\$[\w-]{22}\$[\w-]{43}$/)
  const cheap = '2$1$1$c2FsdA$bRm2DfyC4C1eD01xOlbSxeXyvS-DvVxouPkZIpNxx9U'
  expect(await isPassword('wonder', cheap)).toBe(true)
})

test('@app/authentication/passwords checks hashes of `create --log-in`, so that a project can change to it', async () => {
  const hash = await hashPassword('wonder ü')
  expect(await Promise.all([door.isPassword('wonder ü', hash), door.isPassword('wonder u', hash)])).toEqual([
    true,
    false,
  ])
  expect(door.needsRehash(hash)).toBe(true)
})
