import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SLOW, SLOWEST } from '../../vitest.config.ts'

const ROOT = join(import.meta.dirname, '../..')

test('each pattern of slow tests in vitest.config.ts matches a file, so that no test is left out by a misspelt path', () => {
  expect([...SLOW, ...SLOWEST].filter((pattern) => globSync(pattern, { cwd: ROOT }).length === 0)).toEqual([])
})
