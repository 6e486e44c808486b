import { formatKeyPath, type KeyPath, type Origin } from './origin.ts'

/**
 * The error for a source with a key or a value that a configuration must not contain, such as the key `__proto__`, a
 * getter, a map that contains itself, or a hole in a list.
 */
export class ConfigValueError extends Error {
  override readonly name = 'ConfigValueError'
  readonly path: KeyPath
  /** The name of the source, such as `config/autoload/db.local.ts` or `source 3`. */
  readonly source: string

  private constructor(path: KeyPath, origin: Origin, problem: string) {
    super(`${formatKeyPath(path)} in ${origin.name} ${problem}.`)
    this.path = path
    this.source = origin.name
  }

  static dangerousKey(path: KeyPath, origin: Origin): ConfigValueError {
    return new ConfigValueError(path, origin, 'is a key that reaches a prototype. Choose another name')
  }

  static symbolKey(path: KeyPath, origin: Origin, key: symbol): ConfigValueError {
    return new ConfigValueError(path, origin, `has the key ${String(key)}. Only strings are keys`)
  }

  static accessor(path: KeyPath, origin: Origin): ConfigValueError {
    return new ConfigValueError(path, origin, 'is a getter or setter. Write a plain value, or a function')
  }

  static inheritedKeys(path: KeyPath, origin: Origin): ConfigValueError {
    const hint = 'Write the keys of the map out, or make the map an instance of a class'
    return new ConfigValueError(path, origin, `inherits keys from another map, like a map with \`__proto__\`. ${hint}`)
  }

  static cycle(path: KeyPath, origin: Origin): ConfigValueError {
    return new ConfigValueError(path, origin, 'contains itself. A configuration is a tree: write the value out')
  }

  static tooDeep(path: KeyPath, origin: Origin, limit: number): ConfigValueError {
    const start = path.slice(0, 5)
    return new ConfigValueError(start, origin, `has more than ${limit} nested levels. Use fewer levels`)
  }

  static undefinedItem(path: KeyPath, origin: Origin): ConfigValueError {
    return new ConfigValueError(path, origin, 'is undefined. Leave the item out of the list')
  }

  static keyedList(path: KeyPath, origin: Origin): ConfigValueError {
    return new ConfigValueError(path, origin, 'is a list with keys besides its items. Write a map')
  }

  static markerInList(path: KeyPath, origin: Origin): ConfigValueError {
    const hint = 'Items have no key to merge by: write replace([…]) around the whole list'
    return new ConfigValueError(path, origin, `is replace() or remove() as an item of a list. ${hint}`)
  }

  static replacedByUndefined(path: KeyPath, origin: Origin): ConfigValueError {
    return new ConfigValueError(path, origin, 'is replace(undefined). Write remove() to take the key out')
  }
}
