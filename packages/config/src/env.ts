import { type EnvType, envPlaceholder } from './env-placeholder.ts'

/** Asks for one variable, as a value of one type. */
export interface EnvValue<T> {
  (variable: string): T
  <F extends T | null>(variable: string, fallback: F): T | F
}

/** Values from the environment, by type. */
export interface Env extends EnvValue<string> {
  /** A whole number in decimal digits, within the range that a number holds exactly. */
  readonly integer: EnvValue<number>
  /** A finite decimal number. */
  readonly number: EnvValue<number>
  /** `true`, `1`, `yes`, `on` or `false`, `0`, `no`, `off`, in either case. */
  readonly boolean: EnvValue<boolean>
}

function envValue<T>(type: EnvType): EnvValue<T> {
  return (variable: string, fallback?: unknown) => envPlaceholder({ variable, type, fallback }) as T
}

/**
 * A value that is read from an environment variable when the configuration is resolved, not where it is written.
 *
 * It stands alone as the value of a key or as an item of a list. A variable that is not set, or set to nothing, gives the
 * fallback; without a fallback it is missing. Only values that survive the merge are read. All that are missing or
 * ill-formed are reported by one `EnvironmentError`, which never holds the content of a variable.
 */
export const env: Env = Object.assign(envValue<string>('string'), {
  integer: envValue<number>('integer'),
  number: envValue<number>('number'),
  boolean: envValue<boolean>('boolean'),
})
