import { ConfigurationError } from '@app/checks'

/** The key under which a placeholder keeps the arguments of `env()`. */
export const ENV: unique symbol = Symbol.for('@app/config/env')

/** The type that the text of a variable is converted to. */
export type EnvType = 'string' | 'integer' | 'number' | 'boolean'

/** The arguments of a call of `env()`; `fallback` is undefined if the variable must be set. */
export interface EnvRequest {
  readonly variable: string
  readonly type: EnvType
  readonly fallback: unknown
}

interface EnvPlaceholder {
  readonly [ENV]: EnvRequest
}

/**
 * Makes the placeholder that stands in a configuration until the variable is read. Using it as a string, as a number or
 * as JSON throws.
 */
function envPlaceholder(request: EnvRequest): EnvPlaceholder {
  const unresolved = (): never => {
    throw new ConfigurationError(
      'APP_ENV_UNRESOLVED',
      `env('${request.variable}') is a placeholder until the configuration is resolved, so it cannot be part of a text or a sum. ` +
        'Write it as a value of its own, and combine the values in a post-processor.',
    )
  }
  return Object.freeze({ [ENV]: request, [Symbol.toPrimitive]: unresolved, toJSON: unresolved })
}

/** A function that makes a placeholder for a variable whose value has the type `T`. */
export interface EnvValue<T> {
  (variable: string): T
  <F extends T | null>(variable: string, fallback: F): T | F
}

/** The type of `env`: the function itself reads a string, and its members read other types. */
export interface Env extends EnvValue<string> {
  /** Reads an integer in decimal digits, within the safe integers of JavaScript. */
  readonly integer: EnvValue<number>
  /** Reads a finite decimal number. */
  readonly number: EnvValue<number>
  /**
   * Reads a boolean: `true`, `1`, `yes` and `on` are true, and `false`, `0`, `no` and `off` are false, in upper or
   * lower case.
   */
  readonly boolean: EnvValue<boolean>
}

function envValue<T>(type: EnvType): EnvValue<T> {
  return (variable: string, fallback?: unknown) => envPlaceholder({ variable, type, fallback }) as T
}

/**
 * Reads an environment variable when the configuration is resolved: `port: env.integer('PORT', 8080)`.
 *
 * Until then it is a placeholder, which has to be the whole value of a key or the whole item of a list, not a part of a
 * string. If the variable is not set, or is empty, you get the fallback; without a fallback the variable counts as
 * missing. A variable is not read if a later source replaces the placeholder. One `EnvironmentError` reports all
 * missing and ill-formed variables, without their values.
 */
export const env: Env = Object.assign(envValue<string>('string'), {
  integer: envValue<number>('integer'),
  number: envValue<number>('number'),
  boolean: envValue<boolean>('boolean'),
})
