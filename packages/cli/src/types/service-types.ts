import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { KeyPath } from '@app/config'
import type { Dependencies } from '@app/core'
import { partsOf } from '../configuration/config-parts.ts'
import { configFile, importOf, parseProviderModule } from '../configuration/provider-list.ts'
import { importFrom, type ModuleTypes, moduleTypes } from './module-types.ts'
import { environmentTypes, type KnownTypes, literal, valueType } from './type-text.ts'

/** The services of a configuration, with their types. */
export interface ServiceTypes {
  /** The services whose types are known, sorted by name: each name with the type as text. */
  readonly known: readonly (readonly [name: string, type: string])[]
  /**
   * The factories with a property `inject`, which lists the services that a factory gets. Each is a pair: the name of
   * the service that the factory makes, and the type of the factory, a class or a function, as text.
   */
  readonly injected: readonly (readonly [name: string, type: string])[]
  /** The names of services whose types are not known. */
  readonly others: readonly string[]
  /**
   * True if a name that is not registered may be a service: abstract factories make services for any name that they
   * accept.
   */
  readonly isOpen: boolean
}

/** Returns the types of the services that one module or package defines. */
interface Reader {
  typeOf(section: string, name: string, value: unknown): string | undefined
  /**
   * Returns the type of a service that the module lists in a call of `services()`: the compiler infers it from the type
   * of the list.
   */
  inList?(name: string): string | undefined
}

/**
 * Returns the types of the services of a configuration. Paths in the types are relative to `folder`, which gets the
 * declaration file.
 */
export async function serviceTypes(config: object, root: string, folder: string): Promise<ServiceTypes> {
  const { dependencies = {} } = config as { readonly dependencies?: Dependencies }
  const readers = new Map<string, Reader | undefined>()
  const fromEnvironment = environmentTypes(config)
  const known: [string, string][] = []
  const injected: [string, string][] = []
  const others: string[] = []
  const typeOf = async (name: string, aliases: readonly string[] = []): Promise<string | undefined> => {
    const section = SECTIONS.find((candidate) => Object.hasOwn(dependencies[candidate] ?? {}, name))
    if (section === undefined || aliases.includes(name)) return undefined
    const value: unknown = dependencies[section]?.[name]
    if (section === 'aliases') return typeOf(value as string, [...aliases, name])
    const origin = partsOf(config, ['dependencies', section, name])[0]?.origin
    const key = origin?.file ?? origin?.name ?? ''
    if (!readers.has(key)) readers.set(key, await readerOf(key, origin?.file !== undefined, root, folder))
    const reader = readers.get(key)
    const listed = reader?.inList?.(name)
    if (listed !== undefined) return listed
    const type = reader?.typeOf(section, name, value)
    if (section === 'services') {
      const path = ['dependencies', section, name]
      return fromEnvironment(path) ?? type ?? plainType(value, path, fromEnvironment)
    }
    if (type !== undefined && isInjected(section, value) && aliases.length === 0) injected.push([name, type])
    return type && `ServiceOf<${type}>`
  }
  for (const name of [...new Set(SECTIONS.flatMap((section) => Object.keys(dependencies[section] ?? {})))].sort()) {
    const type = await typeOf(name)
    if (type === undefined) others.push(name)
    else known.push([name, type])
  }
  return { known, injected, others, isOpen: (dependencies.abstract_factories ?? []).length > 0 }
}

async function readerOf(key: string, isFile: boolean, root: string, folder: string): Promise<Reader | undefined> {
  if (isFile) return textReader(await moduleTypes(key, folder))
  const list = configFile(root)
  const module = list === undefined ? undefined : parseProviderModule(readFileSync(list, 'utf8'))
  const element = module?.list.elements?.[Number(/source (\d+)\)?$/.exec(key)?.[1]) - 1]
  if (list === undefined || !module || !element) return undefined
  if (element.type === 'ObjectExpression') {
    const types = await moduleTypes(list, folder)
    return types && textReader({ ...types, find: (path) => types.findIn(element, path) })
  }
  const found = importOf(module, element.name)
  if (found === undefined) return undefined
  const { imported, from } = found
  return from.startsWith('.') ? providerReader(join(dirname(list), from), imported, folder) : exportsReader(from, list)
}

/** Makes a reader for a provider in a file of the application. It reads the types from the source of this file. */
async function providerReader(file: string, name: string, folder: string): Promise<Reader | undefined> {
  const types = await moduleTypes(file, folder)
  return types && textReader({ ...types, find: (path) => types.find(path, name) })
}

/** Makes a reader that reads the types from the source of a module. */
function textReader(module: ModuleTypes | undefined): Reader | undefined {
  return (
    module && {
      typeOf: (section, name) => {
        const entry = module.find(['dependencies', section, name])
        return entry && module.typeOf(entry)
      },
      inList: (name) => {
        const given = module.find(['dependencies'])
        const isOfList = given?.type === 'MemberExpression' && given.property?.name === 'dependencies'
        const list = isOfList && given.object ? module.typeOf(given.object) : undefined
        // The declaration file can name the type of a list of `services()` only if the module exports the list under a
        // name.
        return list?.startsWith('typeof ') ? `ServiceIn<${list}, ${literal(name)}>` : undefined
      },
    }
  )
}

/**
 * Makes a reader for the provider of a package. The source of the provider is not available, but the package may export
 * the class or the factory of the service, whose type can be named then.
 */
async function exportsReader(from: string, importer: string): Promise<Reader | undefined> {
  const exports = await importFrom(from, importer)
  const entries = Object.entries(exports ?? {})
  return {
    typeOf: (_section, _name, value) => {
      const found = entries.find(([, exported]) => isSame(exported, value))
      return found && `typeof import(${literal(from)}).${found[0]}`
    },
  }
}

/**
 * True if an export of a package is the same factory or class as a registered value. The merge of configurations copies
 * a factory that is an object with `create`, so the functions `create` are compared in this case.
 */
function isSame(exported: unknown, value: unknown): boolean {
  const create = createOf(value)
  return exported === value || (create !== undefined && create === createOf(exported))
}

function createOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, 'create') : undefined
}

function isInjected(section: string, value: unknown): boolean {
  return section === 'factories' && typeof value === 'function' && Array.isArray(Reflect.get(value, 'inject'))
}

/** Returns the type of a value whose type needs no import, such as a string, a list or a map; else `undefined`. */
function plainType(value: unknown, path: KeyPath, known: KnownTypes): string | undefined {
  const type = valueType(value, '      ', path, known)
  return type === 'unknown' ? undefined : type
}

const SECTIONS = ['services', 'aliases', 'invokables', 'factories'] as const
