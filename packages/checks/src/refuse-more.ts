import { ConfigurationError } from './errors.ts'
import { describeValue, isMap } from './value-kinds.ts'

/**
 * Throws a `ConfigurationError` (`APP_ARGUMENTS`) if a function that takes all its middleware as one argument, after
 * `leading` others, gets it in several, as functions of Express do: the function would drop a guard among them. Also
 * throws it for more arguments than the `most` that the function takes.
 *
 * @example
 * refuseMore('pipe', ['/admin', requireLogin, admin], 2) // Write pipe('/admin', [requireLogin, admin]).
 */
export function refuseMore(name: string, given: readonly unknown[], most: number, leading = 1): void {
  if (given.length <= most && !given.slice(leading + 1).some(mayBeMiddleware)) return
  const end = given.findLastIndex(mayBeMiddleware) + 1
  const [before, middleware, after] = [given.slice(0, leading), given.slice(leading, end), given.slice(end)]
  throw tooMany(
    middleware.length < 2
      ? `${name}() takes at most ${most} argument${most === 1 ? '' : 's'}, got ${given.length}: several middleware are one list.`
      : `${name}() takes all its middleware as one argument. Write ${name}(${[...before, middleware.flat(), ...after].map(written).join(', ')}).`,
  )
}

/**
 * Throws a `ConfigurationError` (`APP_ARGUMENTS`) if a function that takes one function or object gets a second one.
 * `more` are the arguments after those that it takes. Allows a number, so that the function may be given to `map()` of
 * an array. `instead` is the sentence that says what to write.
 */
export function refuseSecond(name: string, more: readonly unknown[], instead: string): void {
  if (mayBeMiddleware(more[0]))
    throw tooMany(`${name}() does not take ${describeValue(more[0])} in addition. ${instead}`)
}

function tooMany(message: string): ConfigurationError {
  return new ConfigurationError('APP_ARGUMENTS', message)
}

/** True for a function, an object or a list that could be middleware; false for names, paths and maps of options. */
export function mayBeMiddleware(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value === 'function'
  if (Array.isArray(value)) return value.some(mayBeMiddleware)
  return (!isMap(value) && !(value instanceof RegExp)) || 'process' in value || 'handle' in value
}

/** Writes a value as code does, without its content: the name of a function, or the class of an object. */
function written(value: unknown): string {
  if (typeof value === 'string') return `'${value}'`
  if (Array.isArray(value)) return `[${value.map(written).join(', ')}]`
  const { name = '' } = typeof value === 'function' ? value : (Object(value).constructor ?? {})
  if (/^[A-Za-z_$][\w$]*$/.test(name) && name !== 'Object') return name[0].toLowerCase() + name.slice(1)
  return typeof value === 'function' ? 'handler' : 'middleware'
}
