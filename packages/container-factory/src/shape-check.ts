import { InvalidDependenciesError } from './invalid-dependencies-error.ts'
import { isMap } from './is-map.ts'

/** Throws `InvalidDependenciesError`, naming `where`, for a value that cannot stand there. */
export type ShapeCheck = (where: string, value: unknown) => void

export function satisfying(wanted: string, holds: (value: unknown) => boolean): ShapeCheck {
  return (where, value) => {
    if (!holds(value)) throw InvalidDependenciesError.forValue(where, value, wanted)
  }
}

export function listOf(entry: ShapeCheck): ShapeCheck {
  return (where, value) => {
    if (!Array.isArray(value)) throw InvalidDependenciesError.forValue(where, value, 'a list')
    for (const [index, item] of value.entries()) entry(`${where}[${index}]`, item)
  }
}

export function mapOf(entry: ShapeCheck): ShapeCheck {
  return (where, value) => {
    if (!isMap(value)) throw InvalidDependenciesError.forValue(where, value, 'a map by name')
    for (const [name, item] of Object.entries(value)) entry(`${where}['${name}']`, item)
  }
}
