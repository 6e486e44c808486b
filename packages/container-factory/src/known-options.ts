import { describeValue, isMap } from './value-kinds.ts'

/** Throws a `TypeError` that names an unknown option, since a misspelt option would do nothing. */
export function refuseUnknownOptions(owner: string, options: object, known: readonly string[]): void {
  if (!isMap(options)) throw new TypeError(`${owner}: expected a map of options, got ${describeValue(options)}.`)
  const unknown = Object.keys(options).find((name) => !known.includes(name))
  if (unknown === undefined) return
  throw new TypeError(`${owner}: unknown option "${unknown}". Options are ${known.join(', ')}.`)
}
