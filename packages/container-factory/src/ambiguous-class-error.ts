import { orList } from './or-list.ts'

/** A service was asked for by a class that is registered under several names. */
export class AmbiguousClassError extends Error {
  override readonly name = 'AmbiguousClassError'

  constructor(className: string, names: readonly string[]) {
    super(`class ${className} is registered under ${names.length} names: ask for ${orList(names)}.`)
  }
}
