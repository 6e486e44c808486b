import type { Dependencies } from './dependencies.ts'
import { isInjectableClass } from './injectable-class.ts'
import { InvalidDependenciesError } from './invalid-dependencies-error.ts'
import { isClass } from './is-class.ts'
import { isMap } from './is-map.ts'

interface Rule {
  readonly wanted: string
  readonly holds: (value: unknown) => boolean
}

const entryRules = {
  services: { wanted: 'a value', holds: (value) => value !== undefined },
  invokables: {
    wanted: 'a class constructed without arguments; a function or a class with static inject belongs in factories',
    holds: (value) => isConstructor(value) && !(isInjectableClass(value) && value.inject.length > 0),
  },
  factories: {
    wanted:
      'a function (container, name) => service, a class with static inject, or an object with create(container, name); ' +
      'a class constructed without arguments belongs in invokables',
    holds: (value) => isInjectableClass(value) || isPlainFunction(value) || hasMethods(value, 'create'),
  },
  aliases: { wanted: 'the name of a service', holds: (value) => typeof value === 'string' && value !== '' },
  delegators: {
    wanted: 'a list of functions (container, name, create) => service',
    holds: (value) => Array.isArray(value) && value.every(isPlainFunction),
  },
  shared: { wanted: 'true or false', holds: (value) => typeof value === 'boolean' },
} satisfies Record<string, Rule>

const wholeRules = {
  abstract_factories: {
    wanted: 'a list of objects with canCreate(container, name) and create(container, name)',
    holds: (value) => Array.isArray(value) && value.every((entry) => hasMethods(entry, 'canCreate', 'create')),
  },
  shared_by_default: entryRules.shared,
} satisfies Record<string, Rule>

type Section = keyof typeof entryRules | keyof typeof wholeRules

/** The keys of `dependencies`: those of its type, neither more nor fewer. */
export const sections: readonly Section[] = Object.keys({ ...entryRules, ...wholeRules } satisfies Record<
  keyof Dependencies,
  Rule
>) as Section[]

export function isSection(key: string): key is Section {
  return (sections as readonly string[]).includes(key)
}

export function checkSection(section: Section, value: unknown): void {
  const where = `dependencies.${section}`
  if (section === 'abstract_factories' || section === 'shared_by_default') {
    checkValue(where, value, wholeRules[section])
  } else {
    checkEntries(where, value, entryRules[section])
  }
}

function checkEntries(where: string, map: unknown, rule: Rule): void {
  if (!isMap(map)) throw InvalidDependenciesError.forValue(where, map, `a map; each of its entries is ${rule.wanted}`)
  for (const [name, value] of Object.entries(map)) checkValue(`${where}['${name}']`, value, rule)
}

function checkValue(where: string, value: unknown, rule: Rule): void {
  if (!rule.holds(value)) throw InvalidDependenciesError.forValue(where, value, rule.wanted)
}

function isPlainFunction(value: unknown): boolean {
  return typeof value === 'function' && !isClass(value)
}

function isConstructor(value: unknown): boolean {
  return typeof value === 'function' && value.prototype !== undefined
}

function hasMethods(value: unknown, ...methods: readonly string[]): boolean {
  const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function'
  return isObject && methods.every((method) => typeof Reflect.get(value, method) === 'function')
}
