import { DatabaseSync } from 'node:sqlite'
import { createStorage } from 'unstorage'
import { describe } from 'vitest'
import { testRenewals } from './renewals.test-kit.ts'
import { sqlSessions } from './sql.ts'
import { memoryStore } from './visitor.test.helper.ts'

describe.each([
  ['in memory', memoryStore],
  ['in a SQLite', () => sqlSessions(new DatabaseSync(':memory:'))],
  ['of unstorage', createStorage],
] as const)('a store %s', (_what, make) => {
  testRenewals(() => {
    const store = make()
    return [store, store]
  })
})
