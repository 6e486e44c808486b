import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Application, EntryDescription } from '@app/core'
import { injectedIn, planOf } from '@app/core/internal'
import { configFile, importOf, parseProviderModule } from '../configuration/provider-list.ts'
import { importFrom, moduleTypes } from './module-types.ts'
import { literal, mapType } from './type-text.ts'

/**
 * Returns the member `placed` of the declaration: the classes and functions with `inject` that stand in entries of the
 * pipeline and of the routes, as far as their modules export them. Without any, returns no member.
 */
export async function placedTypes(
  application: Application,
  root: string,
  folder: string,
): Promise<readonly (readonly [key: string, type: string])[]> {
  const plan = planOf(application)
  const origins = new Map<string, Promise<ReadonlyMap<unknown, string>>>()
  const sections = new Map<string, Map<string, Set<string>>>()
  for (const { value, positions } of plan ? injectedIn(plan) : []) {
    for (const { place, entry } of positions) {
      const at = entry && sectionOf(entry, place)
      if (at === undefined) continue
      const origin = entry?.origin ?? ''
      if (!origins.has(origin)) origins.set(origin, exportsKnownIn(origin, root, folder))
      const type = (await origins.get(origin))?.get(value)
      if (type === undefined) continue
      const entries = sections.get(at.section) ?? new Map<string, Set<string>>()
      sections.set(at.section, entries.set(at.key, (entries.get(at.key) ?? new Set()).add(type)))
    }
  }
  if (sections.size === 0) return []
  const written = [...sections].sort(byName).map(([section, entries]) => {
    const types = [...entries].sort(byName).map(([key, names]) => [key, [...names].sort().join(' | ')] as const)
    return [section, mapType(types, '      ')] as const
  })
  return [['placed', mapType(written, '    ')]]
}

/** Returns the section of an entry and its key there; for a route in a list, the methods and the path of the route. */
function sectionOf({ key }: EntryDescription, place: string): { section: string; key: string } {
  const [, section, own = ''] = /^(middleware_pipeline|routes)\.(.*)$/s.exec(key) ?? []
  if (section !== 'routes') return { section: 'pipeline', key: own }
  const isListed = /^(?:\d+|\[\d+\])$/.test(own)
  return isListed ? { section: 'listed', key: place.replace(/, item \d.*$/, '') } : { section: 'routes', key: own }
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1
}

/**
 * Returns the type of each value that the source of an entry imports or exports, as text. The source is a file, or a
 * provider in the list of config/config.ts.
 */
async function exportsKnownIn(origin: string, root: string, folder: string): Promise<ReadonlyMap<unknown, string>> {
  const file = resolve(root, origin)
  if (isFile(file)) return valuesOf(file, folder)
  const list = configFile(root)
  const module = list === undefined ? undefined : parseProviderModule(readFileSync(list, 'utf8'))
  const element = module?.list.elements?.[Number(/source (\d+)\)?$/.exec(origin)?.[1]) - 1]
  if (list === undefined || !module || !element) return new Map()
  const from = importOf(module, element.name)?.from
  if (from === undefined) return valuesOf(list, folder)
  if (from.startsWith('.')) return valuesOf(join(dirname(list), from), folder)
  const exports = Object.entries((await importFrom(from, list)) ?? {})
  return new Map(exports.map(([name, value]) => [value, `typeof import(${literal(from)}).${name}`]))
}

async function valuesOf(file: string, folder: string): Promise<ReadonlyMap<unknown, string>> {
  const { names = [] } = (await moduleTypes(file, folder)) ?? {}
  return new Map(names.map(({ value, type }) => [value, type]))
}

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile()
}
