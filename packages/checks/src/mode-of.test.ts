import { expect, test } from 'vitest'
import { modeOf } from './index.ts'

test.each([
  [{}, undefined],
  [{ NODE_ENV: '' }, undefined],
  [{ NODE_ENV: 'production' }, 'production'],
  [{ NODE_ENV: 'test' }, 'test'],
  [{ NODE_TEST_CONTEXT: 'child-v8' }, 'test'],
  [{ NODE_TEST_CONTEXT: 'child' }, 'test'],
  [{ NODE_TEST_CONTEXT: '' }, undefined],
  [{ NODE_ENV: '', NODE_TEST_CONTEXT: 'child-v8' }, 'test'],
  [{ NODE_ENV: 'production', NODE_TEST_CONTEXT: 'child-v8' }, 'production'],
  [{ NODE_ENV: 'development', NODE_TEST_CONTEXT: 'child-v8' }, 'development'],
])('with the variables %o the mode is %o', (variables, mode) => {
  expect(modeOf(variables)).toBe(mode)
})
