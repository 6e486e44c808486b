import { ConfigurationError } from '@app/checks'
import { formatKeyPath, type KeyPath, type Origin } from './origin.ts'

/**
 * The error for a source with a key or a value that a configuration must not contain, such as the key `__proto__`, a
 * getter, a map that contains itself, or a hole in a list.
 */
function invalidValue(path: KeyPath, origin: Origin, problem: string): ConfigurationError {
  return new ConfigurationError('APP_CONFIG_VALUE', `${formatKeyPath(path)} in ${origin.name} ${problem}.`)
}

export function dangerousKey(path: KeyPath, origin: Origin): ConfigurationError {
  return invalidValue(path, origin, 'is a key that reaches a prototype. Choose another name')
}

export function symbolKey(path: KeyPath, origin: Origin, key: symbol): ConfigurationError {
  return invalidValue(path, origin, `has the key ${String(key)}. Only strings are keys`)
}

export function accessor(path: KeyPath, origin: Origin): ConfigurationError {
  return invalidValue(path, origin, 'is a getter or setter. Write a plain value, or a function')
}

export function inheritedKeys(path: KeyPath, origin: Origin): ConfigurationError {
  const hint = 'Write the keys of the map out, or make the map an instance of a class'
  return invalidValue(path, origin, `inherits keys from another map, like a map with \`__proto__\`. ${hint}`)
}

export function cycle(path: KeyPath, origin: Origin): ConfigurationError {
  return invalidValue(path, origin, 'contains itself. A configuration is a tree: write the value out')
}

export function tooDeep(path: KeyPath, origin: Origin, limit: number): ConfigurationError {
  const start = path.slice(0, 5)
  return invalidValue(start, origin, `has more than ${limit} nested levels. Use fewer levels`)
}

export function undefinedItem(path: KeyPath, origin: Origin): ConfigurationError {
  return invalidValue(path, origin, 'is undefined. Leave the item out of the list')
}

export function keyedList(path: KeyPath, origin: Origin): ConfigurationError {
  return invalidValue(path, origin, 'is a list with keys besides its items. Write a map')
}

export function markerInList(path: KeyPath, origin: Origin): ConfigurationError {
  const hint = 'Items have no key to merge by: write replace([…]) around the whole list'
  return invalidValue(path, origin, `is replace() or remove() as an item of a list. ${hint}`)
}

export function replacedByUndefined(path: KeyPath, origin: Origin): ConfigurationError {
  return invalidValue(path, origin, 'is replace(undefined). Write remove() to take the key out')
}
