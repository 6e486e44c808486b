import { nearest } from './nearest.ts'

/** An option that a function does not have, and what its error says. */
export interface UnknownOption {
  readonly name: string
  readonly problem: string
}

/** The first option that a function does not have; `undefined` if it has them all. */
export function unknownOption(options: object, known: readonly string[]): UnknownOption | undefined {
  const name = Object.keys(options).find((option) => !known.includes(option))
  if (name === undefined) return undefined
  const near = nearest(name, known)
  const hint = near === undefined ? `Options are ${known.join(', ')}.` : `Did you mean "${near}"?`
  return { name, problem: `unknown option "${name}". ${hint}` }
}

/** Refuses an option that a function does not have by a `TypeError`, since a misspelt one would do nothing. */
export function refuseUnknown(owner: string, options: object, known: readonly string[]): void {
  const unknown = unknownOption(options, known)
  if (unknown !== undefined) throw new TypeError(`${owner}: ${unknown.problem}`)
}
