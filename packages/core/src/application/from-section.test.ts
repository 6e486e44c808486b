import { defineConfig, resolveConfig } from '@app/config'
import { expect, test } from 'vitest'
import { checkOptions, fromSection, optionKind } from '../extending.ts'

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
