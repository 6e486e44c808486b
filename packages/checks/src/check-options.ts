import { ConfigurationError, hasBrand } from './errors.ts'
import { unknownOption } from './nearest.ts'
import { isOrigin } from './origins.ts'
import { describeValue, isMap, printable } from './value-kinds.ts'

/** The kind of an option: the words that describe valid values in errors, and a function that tests a value. */
export interface OptionKind {
  readonly wants: string
  readonly accepts: (value: unknown) => boolean
  /** Says what an invalid value is, if it may be shown: `"https://shop.example/"`. Default: its kind, such as a list. */
  readonly got?: ((value: unknown) => string | undefined) | undefined
  /** True if the option may not be left out, as `optionKind.required` says. Default: `false`. */
  readonly isRequired?: boolean | undefined
}

const BRAND = Symbol.for('@app/checks/OptionError')

/** An option of a function is unknown or of the wrong kind. The message names the option, and never shows its value. */
export class OptionError extends ConfigurationError {
  override readonly name = 'OptionError'
  /** The name of the option. */
  readonly option: string
  /** The problem, without the name of the function that has the option. */
  readonly problem: string

  constructor(owner: string, option: string, problem: string) {
    super('APP_OPTION', `${owner}: ${problem}`)
    this.option = option
    this.problem = problem
  }

  /** True if a value is an `OptionError` of this or another copy of the package. */
  static override is(value: unknown): value is OptionError {
    return hasBrand(value, BRAND)
  }
}

Object.defineProperty(OptionError.prototype, BRAND, { value: true })

/**
 * Checks the options of a function against the kinds of all options that it has. Returns the options without those that
 * are `undefined`, which count as absent: `{ ...defaults, ...options }` keeps their defaults.
 *
 * `owner` is the name of the function in errors, such as `session()`. Throws an `OptionError` for a value of the wrong
 * kind, for a missing option whose kind is `optionKind.required(…)`, and for an unknown option, with "Did you mean" if a
 * known one is similar. Throws a `ConfigurationError` for options that are not a map.
 *
 * @example
 * const { folder, limit = 10 } = checkOptions('thumbnails()', options, {
 *   folder: optionKind.required(optionKind.text),
 *   limit: optionKind.count,
 * })
 */
export function checkOptions<O extends object>(
  owner: string,
  options: O,
  kinds: { readonly [K in keyof Required<O>]: OptionKind },
): { [K in keyof O]: Exclude<O[K], undefined> } {
  refuseUnknown(owner, options, Object.keys(kinds))
  for (const [name, { wants, accepts, got, isRequired }] of Object.entries<OptionKind>(kinds)) {
    const value: unknown = Object.hasOwn(options, name) ? options[name as keyof O] : undefined
    if (value === undefined && isRequired) {
      throw new OptionError(owner, name, `"${name}" is missing: it must be ${wants}.`)
    }
    if (value === undefined || accepts(value)) continue
    throw new OptionError(owner, name, `"${name}" must be ${wants}, got ${got?.(value) ?? describeValue(value)}.`)
  }
  return withoutUndefined(options)
}

type Given<O> = { [K in keyof O]: Exclude<O[K], undefined> }

/** Returns the options without those that are `undefined`: the given object, if none is. */
function withoutUndefined<O extends object>(options: O): Given<O> {
  const entries = Object.entries(options)
  const given = entries.filter(([, value]) => value !== undefined)
  return (given.length === entries.length ? options : Object.fromEntries(given)) as Given<O>
}

/**
 * Throws an `OptionError` for an option that a function does not have, and a `ConfigurationError` for options that are
 * not a map.
 */
export function refuseUnknown(owner: string, options: object, known: readonly string[]): void {
  if (!isMap(options)) {
    throw new ConfigurationError('APP_OPTION', `${owner}: expected a map of options, got ${describeValue(options)}.`)
  }
  const unknown = unknownOption(options, known)
  if (unknown !== undefined) throw new OptionError(owner, unknown.name, unknown.problem)
}

/** The usual kinds of options; a package makes further kinds as `{ wants, accepts }`. */
export const optionKind: {
  readonly text: OptionKind
  readonly boolean: OptionKind
  readonly function: OptionKind
  /** An integer that is not negative: of bytes, of requests, or of the seconds of a long time. */
  readonly count: OptionKind
  /** A time of at most an hour, in seconds. The limit catches values in milliseconds. */
  readonly seconds: OptionKind
  /** A list of origins as browsers write them, so that a comparison of strings is enough. */
  readonly origins: OptionKind
  /** The same kind for an option that may not be left out: without it, `checkOptions` throws `"key" is missing`. */
  readonly required: (kind: OptionKind) => OptionKind
  readonly oneOf: (...values: readonly unknown[]) => OptionKind
  readonly listOf: (kind: OptionKind) => OptionKind
  readonly either: (...kinds: readonly OptionKind[]) => OptionKind
  /** An object with methods of these names, such as a store or a logger. */
  readonly withMethods: (...names: readonly string[]) => OptionKind
} = {
  text: { wants: 'a string', accepts: (value) => typeof value === 'string' && value !== '' },
  boolean: { wants: 'true or false', accepts: (value) => typeof value === 'boolean' },
  function: { wants: 'a function', accepts: (value) => typeof value === 'function' },
  count: {
    wants: 'an integer from 0',
    accepts: (value) => Number.isSafeInteger(value) && (value as number) >= 0,
  },
  seconds: {
    wants: 'a number of seconds from 0 to 3600',
    accepts: (value) => typeof value === 'number' && value >= 0 && value <= 3_600,
  },
  origins: {
    wants: 'a list of origins such as "https://www.example.org", without a path, a slash at the end or a "*"',
    accepts: (value) => Array.isArray(value) && value.every(isOrigin),
    got: (value) => {
      const wrong: unknown = Array.isArray(value) ? value.find((item) => !isOrigin(item)) : undefined
      return typeof wrong === 'string' ? `a list with "${printable(wrong)}"` : undefined
    },
  },
  required: (kind) => ({ ...kind, isRequired: true }),
  oneOf: (...values) => ({
    wants: values.map((value) => JSON.stringify(value)).join(' or '),
    accepts: (value) => values.includes(value),
  }),
  listOf: ({ wants, accepts }) => ({
    wants: `a list of items, each ${wants}`,
    accepts: (value) => Array.isArray(value) && value.every(accepts),
  }),
  either: (...kinds) => ({
    wants: kinds.map(({ wants }) => wants).join(', or '),
    accepts: (value) => kinds.some(({ accepts }) => accepts(value)),
    got: (value) => kinds.map(({ got }) => got?.(value)).find((found) => found !== undefined),
  }),
  withMethods: (...names) => ({
    wants: `an object with ${names.join(', ')}`,
    accepts: (value) =>
      typeof value === 'object' &&
      value !== null &&
      names.every((name) => typeof (value as Record<string, unknown>)[name] === 'function'),
  }),
}
