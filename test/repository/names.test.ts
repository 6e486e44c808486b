import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ADDED } from '../../tools/api/not-exported.ts'
import { sectionsIn } from '../../tools/api/read-report.ts'
import { publicNames } from '../../tools/names-table.ts'

const ROOT = join(import.meta.dirname, '../..')
const NAMES = publicNames(ROOT)
const DECLARED = NAMES.filter(({ isHandedOn }) => !isHandedOn)

/** The declarations for which `isBroken` is true, each as its entry point and its name. */
function breaking(isBroken: (name: string, text: string, door: string) => boolean): readonly string[] {
  return DECLARED.filter(({ name, text, door }) => isBroken(name, text, door)).map(
    ({ name, door }) => `${door} ${name}`,
  )
}

test('exactly the constants of the type ServiceName have names that end in _SERVICE', () => {
  expect(breaking((name, text) => /^const \w+: ServiceName</.test(text) !== name.endsWith('_SERVICE'))).toEqual([])
})

test('the names of keys of attributes, metadata and sessions are in capitals', () => {
  const isKey = (text: string) => /^const \w+: (?:Attribute|Metadata|Session)Key</.test(text)
  expect(breaking((name, text) => isKey(text) && name !== name.toUpperCase())).toEqual([])
})

test('the names of error classes end in Error, and those of other classes do not', () => {
  const isError = (text: string) => /^class \w+(?:<[\s\S]*?>)? extends \w*Error\b/.test(text)
  expect(breaking((name, text) => text.startsWith('class ') && isError(text) !== name.endsWith('Error'))).toEqual([])
})

test('sections of configuration are optional, and their names are in snake_case', () => {
  const reports = globSync('packages/*/api.md', { cwd: ROOT }).map((path) => readFileSync(join(ROOT, path), 'utf8'))
  const sections = reports.flatMap((text) => sectionsIn(text).get(`${ADDED}@app/core`)?.get('Config') ?? [])
  expect(sections.length).toBeGreaterThan(10)
  const members = sections.flatMap((text) => [...text.matchAll(/^ {4}readonly (\w+\??):/gm)].map(([, key]) => key))
  expect(members.filter((key) => !/^[a-z]+(?:_[a-z]+)*\?$/.test(key as string))).toEqual([])
})

test('no option has a unit in its name', () => {
  expect(breaking((_name, text) => /readonly (?:\w+(?:Ms|Millis\w*|Seconds|Bytes)|ms)\??:/.test(text))).toEqual([])
})

test('SAME_THING lists exactly the names that several packages declare, except configProvider', () => {
  const packages = Map.groupBy(
    DECLARED.filter(({ name }) => name !== 'configProvider'),
    ({ name }) => name,
  )
  const twice = [...packages].filter(([, all]) => new Set(all.map(({ door }) => door.split('/')[1])).size > 1)
  expect(twice.map(([name]) => name).filter((name) => !(name in SAME_THING))).toEqual([])
  expect(Object.keys(SAME_THING).filter((name) => !twice.some(([other]) => other === name))).toEqual([])
})

const SHAPE = 'a shape: the core asks for no container factory, and that for no core, but each fits the other'
const KIT = 'a kit of cases, for routers in one package and for renderers in the other'
const TYPED = 'the class of the router with the middleware of the core'

const SAME_THING: Readonly<Record<string, string>> = {
  AbstractFactory: SHAPE,
  ApplicationTypes: SHAPE,
  Class: SHAPE,
  Delegator: SHAPE,
  Dependencies: SHAPE,
  Factory: SHAPE,
  ServiceName: SHAPE,
  Services: SHAPE,
  TypedContainer: SHAPE,
  ConformanceCase: KIT,
  ConformanceError: KIT,
  Route: TYPED,
  RouteResult: TYPED,
  command: 'the name by which app finds the command of a package, at a door of its own',
}
