import { expect, expectTypeOf, test } from 'vitest'
import { checkOptions, OptionError, optionKind } from './index.ts'

interface Options {
  readonly name?: string
  readonly seconds?: number
  readonly same?: 'lax' | 'strict'
  readonly origins?: readonly string[]
  readonly store?: { read(): string }
  readonly secret?: string | readonly string[]
}

const { text, count, oneOf, listOf, either, required, withMethods } = optionKind
const KINDS = {
  name: text,
  seconds: count,
  same: oneOf('lax', 'strict'),
  origins: listOf(text),
  store: withMethods('read'),
  secret: either(text, listOf(text)),
}

test('checkOptions() returns the options if all of them are valid', () => {
  const options = {
    name: 'x',
    seconds: 0,
    same: 'lax',
    origins: ['a'],
    store: { read: () => '' },
    secret: ['a'],
  } as const
  expect(checkOptions<Options>('visit()', options, KINDS)).toBe(options)
  expect(checkOptions<Options>('visit()', {}, KINDS)).toEqual({})
})

test.each([
  [{ nam: 'x' }, 'visit(): unknown option "nam". Did you mean "name"?'],
  [{ toString: 'x' }, 'visit(): unknown option "toString". Options are name, seconds, same, origins, store, secret.'],
  [{ name: '' }, 'visit(): "name" must be a string, got an empty string.'],
  [{ seconds: -1 }, 'visit(): "seconds" must be an integer from 0, got a number.'],
  [{ same: 'none' }, 'visit(): "same" must be "lax" or "strict", got a string.'],
  [{ origins: [1] }, 'visit(): "origins" must be a list of items, each a string, got a list.'],
  [{ store: { rea: 1 } }, 'visit(): "store" must be an object with read, got a map.'],
  [{ secret: 7 }, 'visit(): "secret" must be a string, or a list of items, each a string, got a number.'],
])('checkOptions() refuses %o with an error that does not show the value', (options, message) => {
  expect(() => checkOptions<Options>('visit()', options as Options, KINDS)).toThrow(
    new OptionError('', '', '').constructor,
  )
  expect(() => checkOptions<Options>('visit()', options as Options, KINDS)).toThrow(message)
})

test('checkOptions() refuses options that are not an object', () => {
  expect(() => checkOptions<Options>('visit()', 'secret' as Options, KINDS)).toThrow(
    'visit(): expected a map of options, got a string.',
  )
})

test.each([
  [{}, 'send(): "to" is missing: it must be a string.'],
  [{ to: undefined }, 'send(): "to" is missing: it must be a string.'],
  [{ too: 'x' }, 'send(): unknown option "too". Did you mean "to"?'],
  [{ to: 7 }, 'send(): "to" must be a string, got a number.'],
  [{ to: 'x' }, undefined],
  [{ to: 'x', copies: undefined }, undefined],
])('checkOptions() with a required option checks %o', (options, message) => {
  const kinds = { to: required(text), copies: count }
  const check = () => checkOptions<{ to: string; copies?: number | undefined }>('send()', options as never, kinds)
  if (message === undefined) expect(check()).toEqual({ to: 'x' })
  else expect(check).toThrow(message)
})

test('{ ...defaults, ...checkOptions() } has the defaults, also in its type', () => {
  const given: { readonly copies?: number | undefined; readonly by?: string } = { copies: undefined }
  const all = { copies: 1, by: 'ada', ...checkOptions('send()', given, { copies: count, by: text }) }
  expect(all).toEqual({ copies: 1, by: 'ada' })
  expectTypeOf(all).toEqualTypeOf<{ copies: number; by: string }>()
})

test('the type of what checkOptions() returns keeps required and optional options, and each member of a union', () => {
  type Target =
    | { readonly file: string; readonly url?: undefined }
    | { readonly url: string; readonly file?: undefined }
  const target = checkOptions('open()', { file: 'a' } as Target, { file: text, url: text })
  expectTypeOf<Target>(target)
  expectTypeOf(checkOptions('send()', { to: 'x' }, { to: text }).to).toEqualTypeOf<string>()
  expectTypeOf(checkOptions<Options>('visit()', {}, KINDS)).toEqualTypeOf<Options>()
})
