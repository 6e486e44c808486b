import { defineConfig, env, resolveConfig } from '@app/config'
import { expect, expectTypeOf, test } from 'vitest'
import { type ConfigSection, checkOptions, fromEnvironment, fromSection, optionKind } from '../extending.ts'

interface Visit {
  readonly name?: string
}

const make = (section: Visit) => checkOptions('visit()', section, { name: optionKind.text })

function containerOf(config: unknown): Parameters<typeof fromSection>[0] {
  return { has: () => config !== undefined, get: () => config }
}

test('fromSection() passes the options in a section of the configuration to the factory, and no options if the section is missing', () => {
  expect(fromSection<Visit, Visit>(containerOf({ visit: { name: 'x' } }), 'visit', make)).toEqual({ name: 'x' })
  expect(fromSection<Visit, Visit>(containerOf({}), 'visit', make)).toEqual({})
  expect(fromSection<Visit, Visit>(containerOf(undefined), 'visit', make)).toEqual({})
})

test('an option that is null in the section of the configuration counts as left out', () => {
  expect(fromSection<Visit, Visit>(containerOf({ visit: { name: null } }), 'visit', make)).toEqual({})
})

test('an error of the factory is reported with the section, the key and the source of the option', async () => {
  const config = await resolveConfig(
    defineConfig([
      function own() {
        return { visit: { nam: 'x' } }
      },
    ]),
  )
  const attempt = () => fromSection<Visit, Visit>(containerOf(config), 'visit', make)
  expect(attempt).toThrow('visit.nam (own')
  expect(attempt).toThrow('unknown option "nam". Did you mean "name"?')
})

test('a section that is not a map is an error that names the section, and an error of the factory names the section too', () => {
  expect(() => fromSection<Visit, Visit>(containerOf({ visit: 'x' }), 'visit', make)).toThrow(
    'visit: expected a map of options, got a string.',
  )
  const fail = () => {
    throw new Error('no such folder')
  }
  expect(() => fromSection(containerOf({}), 'visit', fail)).toThrow('visit: no such folder')
})

interface Send {
  readonly key: string
  readonly size?: number
}

const send = (options: Send): string =>
  checkOptions('send()', options, { key: optionKind.required(optionKind.text), size: optionKind.count }).key

const IS_MISSING = '"key" is missing: it must be a string.'

test.each([
  ['no section', {}, `send.key: ${IS_MISSING}`],
  ['a section without the option', { send: { size: 3 } }, `send.key (own (source 1)): ${IS_MISSING}`],
  ['the option null', { send: { key: null } }, `send.key (own (source 1)): ${IS_MISSING}`],
  [
    'a variable that is not set',
    { send: { key: fromEnvironment('SEND_KEY') } },
    `send.key (own (source 1), variable SEND_KEY, which is not set): ${IS_MISSING}`,
  ],
  [
    'a variable that is set',
    { send: { key: env('SET', 'x'), size: env.number('SET', -1) } },
    'send.size (own (source 1), variable SET): "size" must be an integer from 0, got a number.',
  ],
])('fromSection() with a required option and %s', async (_what, given, message) => {
  const config = await resolveConfig(
    defineConfig([
      function own() {
        return given
      },
    ]),
    { env: { SET: '0.5' } },
  )
  expect(() => fromSection<Send, string>(containerOf(config), 'send', send)).toThrow(
    expect.objectContaining({ code: 'APP_CONFIG_SECTION', message }),
  )
})

test('a function with required options is a factory for fromSection(), and a section may leave out any of them', () => {
  expect(fromSection(containerOf({ send: { key: 'x' } }), 'send', send)).toBe('x')
  expectTypeOf<{ size: 3 }>().toExtend<ConfigSection<Send>>()
  expectTypeOf<{ key: null }>().toExtend<ConfigSection<Send>>()
  type Target = { readonly file: string; readonly url?: never } | { readonly url: string; readonly file?: never }
  expectTypeOf<{ file: 'a' }>().toExtend<ConfigSection<Target>>()
  // @ts-expect-error one of the two
  expectTypeOf<{ file: 'a'; url: 'b' }>().toExtend<ConfigSection<Target>>()
})
