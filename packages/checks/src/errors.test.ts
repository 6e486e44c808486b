import { expect, test } from 'vitest'
import { OptionError } from './check-options.ts'
import { ConfigurationError, UsageError } from './errors.ts'

test('an error has the code of its cause, a message and the error that caused it', () => {
  const cause = new Error('ENOENT')
  const error = new ConfigurationError('APP_ROUTER_MISSING', 'Install a router.', { cause })
  expect(error).toMatchObject({ name: 'ConfigurationError', code: 'APP_ROUTER_MISSING', message: 'Install a router.' })
  expect(error.cause).toBe(cause)
})

test('is() tells the classes apart, and knows subclasses and errors of another copy of the package', () => {
  const configuration = new ConfigurationError('APP_X', 'x')
  const usage = new UsageError('APP_X', 'x')
  const option = new OptionError('f()', 'a', 'x')
  expect([configuration, usage, option].map(ConfigurationError.is)).toEqual([true, false, true])
  expect([configuration, usage, option].map(UsageError.is)).toEqual([false, true, false])
  expect([configuration, usage, option].map(OptionError.is)).toEqual([false, false, true])
  expect(UsageError.is({ [Symbol.for('@app/checks/UsageError')]: true })).toBe(true)
})

test('is() is false for every other value, and does not throw for a proxy that does', () => {
  const hostile = new Proxy(
    {},
    {
      has: () => {
        throw new Error('no')
      },
    },
  )
  for (const value of [null, undefined, 'x', new Error('x'), hostile]) {
    expect([ConfigurationError.is(value), UsageError.is(value), OptionError.is(value)]).toEqual([false, false, false])
  }
})
