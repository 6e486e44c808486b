import { type Dependencies, isInjectable } from './dependencies.ts'
import { InvalidDependenciesError } from './invalid-dependencies-error.ts'
import { isConstructor } from './names.ts'
import { isClass, isMap } from './value-kinds.ts'

/** Throws `InvalidDependenciesError`, naming `where`, for a value that cannot stand there. */
type ShapeCheck = (where: string, value: unknown) => void

const flag = satisfying('true or false', (value) => typeof value === 'boolean')
const given = satisfying('a value', (value) => value !== undefined)
const serviceName = satisfying('the name of a service', (value) => typeof value === 'string' && value !== '')
const delegator = satisfying('a function (container, name, create) => service', isPlainFunction)
const initializer = satisfying('a function (container, name, service)', isPlainFunction)
const abstractFactory = satisfying(
  'an object with canCreate(container, name) and create(container, name)',
  (value) => hasMethod(value, 'canCreate') && hasMethod(value, 'create'),
)
const invokable = satisfying(
  'a class or a function without arguments; a function of the container or a class with static inject belongs in factories',
  (value) => isInvokable(value) && !(isInjectable(value) && value.inject.length > 0),
)
const factory = satisfying(
  'a function (container, name) => service, a class with static inject, or an object with create(container, name); ' +
    'a class constructed without arguments belongs in invokables',
  (value) => isInjectable(value) || isPlainFunction(value) || hasMethod(value, 'create'),
)

/** What may stand under each key of `dependencies`. */
export const dependencyChecks: Readonly<Record<keyof Dependencies, ShapeCheck>> = {
  services: mapOf(given),
  invokables: mapOf(invokable),
  factories: mapOf(factory),
  aliases: mapOf(serviceName),
  delegators: mapOf(listOf(delegator)),
  initializers: listOf(initializer),
  abstract_factories: listOf(abstractFactory),
  shared: mapOf(flag),
  shared_by_default: flag,
  eager: listOf(serviceName),
}

function isPlainFunction(value: unknown): boolean {
  return typeof value === 'function' && !isClass(value)
}

function isInvokable(value: unknown): boolean {
  return isConstructor(value) || (typeof value === 'function' && value.length === 0)
}

function hasMethod(value: unknown, method: string): boolean {
  const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function'
  return isObject && typeof Reflect.get(value, method) === 'function'
}

function satisfying(wanted: string, holds: (value: unknown) => boolean): ShapeCheck {
  return (where, value) => {
    if (!holds(value)) throw InvalidDependenciesError.forValue(where, value, wanted)
  }
}

function listOf(entry: ShapeCheck): ShapeCheck {
  return (where, value) => {
    if (!Array.isArray(value)) throw InvalidDependenciesError.forValue(where, value, 'a list')
    for (const [index, item] of value.entries()) entry(`${where}[${index}]`, item)
  }
}

function mapOf(entry: ShapeCheck): ShapeCheck {
  return (where, value) => {
    if (!isMap(value)) throw InvalidDependenciesError.forValue(where, value, 'a map by name')
    for (const [name, item] of Object.entries(value)) entry(`${where}['${name}']`, item)
  }
}
