import { describeValue, isMap, nearest, OptionError } from '@app/checks'
import { noteSection } from '../container/asked-sections.ts'
import { type Container, namesIn } from '../container/container.ts'
import { placeOf } from '../container/origin.ts'
import { invalidSection } from './config-section.ts'

/**
 * A section of the configuration with the options `O`. Each option may be left out, since another source of the
 * configuration may have it, such as the provider of the package. An option may also be `null`, which `env('NAME', null)`
 * of `@app/config` returns if the variable is not set; the option then counts as left out.
 *
 * A package adds the type of its section to `Config`:
 * `declare module '@app/core' { interface Config { readonly tenants?: … } }`.
 */
export type ConfigSection<O> = { readonly [K in keyof O]?: O[K] | null | undefined }

/**
 * Makes a service from a section of the configuration. The configuration is the service `config` of the container.
 *
 * `make` gets the section without the options that are `null`, since these count as left out. A missing section is an
 * empty map. Nothing has checked the options: `make` does so by `checkOptions`, in which a required option is
 * `optionKind.required(…)`. An error of `make` becomes a `ConfigurationError` (`APP_CONFIG_SECTION`) that names the
 * section, and its source if that is known; for an `OptionError` it also names the option.
 *
 * @example
 * const factory = (container: Container) => fromSection<TenantsOptions, Middleware>(container, 'tenants', tenants)
 */
export function fromSection<S extends object, T>(
  container: Pick<Container, 'get' | 'has'>,
  name: string,
  make: (section: S) => T,
): T {
  const config = container.has('config') ? container.get('config') : undefined
  const values: object = typeof config === 'object' && config !== null ? config : {}
  noteSection(values, name)
  const section = (values as Readonly<Record<string, unknown>>)[name] ?? {}
  if (!isMap(section)) {
    throw invalidSection(`${placeOf(values, [name])}: expected a map of options, got ${describeValue(section)}.`)
  }
  const given = Object.entries(section).filter(([, value]) => value !== null)
  try {
    return make(Object.fromEntries(given) as S)
  } catch (cause) {
    const isOption = OptionError.is(cause)
    const place = placeOf(values, isOption ? [name, cause.option] : [name])
    const { message } = cause as Error
    throw invalidSection(`${place}: ${isOption ? cause.problem : message}`, { cause })
  }
}

/**
 * Throws an `OptionError` if an option of a section names a service that the container does not have. For use in the
 * function `make` of `fromSection`, also if the service itself is made later. `key` is the key in the option at which
 * the name stands, such as that of one of several checks.
 *
 * @example
 * fromSection<MailSection, Mailer>(container, 'mail', ({ queue }) => {
 *   checkService(container, 'queue', queue)
 *   return new Mailer(() => container.get(queue))
 * })
 */
export function checkService(container: Pick<Container, 'has'>, option: string, name: string, key?: string): void {
  if (container.has(name)) return
  const near = nearest(name, namesIn(container))
  const hint = near === undefined ? 'Register it, or correct the name.' : `Did you mean "${near}"?`
  const place = key === undefined ? '' : `"${key}": `
  throw new OptionError('fromSection()', option, `${place}the container has no service "${name}". ${hint}`)
}

/**
 * The symbol by which every copy of `@app/config` recognizes a value that it has to read from an environment variable.
 */
const ENV: unique symbol = Symbol.for('@app/config/env')

/**
 * Returns a value of the configuration that `@app/config` reads from an environment variable, as `env(variable, null)`
 * of that package does: `null` if the variable is not set.
 *
 * For the configuration provider of a package that also runs without a configuration, and so does not depend on
 * `@app/config`.
 *
 * @example
 * export const configProvider: ConfigProvider = () => ({ session: { secret: fromEnvironment('APP_SECRET') } })
 */
export function fromEnvironment(variable: string): string | null {
  return Object.freeze({ [ENV]: { variable, type: 'string', fallback: null } }) as unknown as null
}
