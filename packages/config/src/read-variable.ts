import { ConfigurationError, hasBrand } from '@app/checks'
import type { EnvType } from './env.ts'
import { formatKeyPath, type KeyPath, type Origin } from './origin.ts'

const TRUE = new Set(['true', '1', 'yes', 'on'])
const FALSE = new Set(['false', '0', 'no', 'off'])

const parsers: { readonly [T in EnvType]: (text: string) => unknown } = {
  string: (text) => text,
  integer: (text) => (/^[+-]?\d+$/.test(text.trim()) ? only(Number.isSafeInteger, Number(text)) : undefined),
  number: (text) =>
    /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text.trim()) ? only(Number.isFinite, Number(text)) : undefined,
  boolean: (text) => {
    const word = text.trim().toLowerCase()
    return TRUE.has(word) ? true : FALSE.has(word) ? false : undefined
  },
}

function only(test: (value: number) => boolean, value: number): number | undefined {
  return test(value) ? value : undefined
}

/** Converts the text of a variable to a type; returns undefined for a string that does not have this type. */
export function parseEnv(type: EnvType, text: string): unknown {
  return parsers[type](text)
}

/** A variable that is not set, or whose text does not have the requested type. */
export interface EnvProblem {
  readonly variable: string
  readonly reason: 'missing' | 'ill-formed'
  readonly type: EnvType
  readonly path: KeyPath
  readonly origin: Origin
}

const nouns: { readonly [T in EnvType]: string } = {
  string: 'a string',
  integer: 'an integer in decimal digits',
  number: 'a decimal number',
  boolean: 'a boolean: true, false, 1, 0, yes, no, on or off',
}

const SET = "Set these variables, or give a fallback: env('NAME', fallback)."
const CORRECT = 'Correct these variables. A fallback stands in only for a variable that is not set.'
const BOTH = "Set or correct these variables. One that is not set may have a fallback: env('NAME', fallback)."

const BRAND = Symbol.for('@app/config/EnvironmentError')

/**
 * Environment variables are missing or malformed. The message names all of them, and never shows the value of a
 * variable. The `code` is `APP_ENVIRONMENT`.
 */
export class EnvironmentError extends ConfigurationError {
  override readonly name = 'EnvironmentError'
  /** The problems of all variables, in the order of the configuration. */
  readonly problems: readonly EnvProblem[]

  /** @internal */
  constructor(problems: readonly EnvProblem[]) {
    const lines = problems.map(({ variable, reason, type, path, origin }) => {
      const what = reason === 'missing' ? 'is not set' : `is not ${nouns[type]}`
      return `  ${variable} ${what} (${formatKeyPath(path)} in ${origin.name})`
    })
    const reasons = new Set(problems.map(({ reason }) => reason))
    const remedy = reasons.size > 1 ? BOTH : reasons.has('ill-formed') ? CORRECT : SET
    super('APP_ENVIRONMENT', `The environment does not fit the configuration:\n${lines.join('\n')}\n${remedy}`)
    this.problems = problems
  }

  /** True if a value is an `EnvironmentError` of this or another copy of the package. */
  static override is(value: unknown): value is EnvironmentError {
    return hasBrand(value, BRAND)
  }
}

Object.defineProperty(EnvironmentError.prototype, BRAND, { value: true })
