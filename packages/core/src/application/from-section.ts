import { describeValue, isMap, OptionError } from '@app/http/framework'
import type { Container } from '../container/container.ts'
import { ApplicationConfigError, placeOf } from './config-error.ts'

/**
 * Makes a service from a section of the configuration, which is the service `config` of the container.
 *
 * `make` gets the section without the keys that are null, since `env('NAME', null)` leaves an option out. A missing
 * section is an empty map. An error of `make` becomes an `ApplicationConfigError` that names the section, the key of an
 * `OptionError`, and the file that it came from.
 */
export function fromSection<S extends object, T>(
  container: Pick<Container, 'get' | 'has'>,
  name: string,
  make: (section: Partial<S>) => T,
): T {
  const config = container.has('config') ? container.get('config') : undefined
  const values: object = typeof config === 'object' && config !== null ? config : {}
  const section = (values as Readonly<Record<string, unknown>>)[name] ?? {}
  if (!isMap(section)) {
    throw new ApplicationConfigError(
      `${placeOf(values, [name])}: expected a map of options, got ${describeValue(section)}.`,
    )
  }
  const given = Object.entries(section).filter(([, value]) => value !== null)
  try {
    return make(Object.fromEntries(given) as Partial<S>)
  } catch (cause) {
    const isOption = OptionError.is(cause)
    const place = placeOf(values, isOption ? [name, cause.option] : [name])
    const { message } = cause as Error
    throw new ApplicationConfigError(`${place}: ${isOption ? cause.problem : message}`, { cause })
  }
}
