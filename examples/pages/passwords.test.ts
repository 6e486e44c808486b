import { expect, test } from 'vitest'
import { hashPassword, isPassword } from './passwords.ts'

test('a password is found by what is kept of it, and nobody has any', async () => {
  const kept = await hashPassword('wonder ü')
  expect(kept).not.toContain('wonder')
  expect(await Promise.all([isPassword('wonder ü', kept), isPassword('wonder u', kept), isPassword('')])).toEqual([
    true,
    false,
    false,
  ])
})
