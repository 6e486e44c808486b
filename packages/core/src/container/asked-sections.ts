import { isMap, nearest } from '@app/checks'
import type { Container } from './container.ts'
import { placeOf } from './origin.ts'

/** The names of the sections that services have asked for, by the configuration. */
const asked = new WeakMap<object, Set<string>>()

/** Remembers that a service has asked for a section of a configuration, whether the section is there or not. */
export function noteSection(config: object, name: string): void {
  const names = asked.get(config) ?? new Set()
  asked.set(config, names.add(name))
}

/** True if a service has asked for a section of a configuration. */
export function isAskedSection(config: object, name: string): boolean {
  return asked.get(config)?.has(name) ?? false
}

/**
 * Finds sections of configurations that no service has asked for, and whose name is similar to one that a service has
 * asked for. Called when services were made; returns a warning for each.
 *
 * A section of a package whose service nobody needs is no mistake: by convention, the service of the section
 * `rate_limit` is `@app/rate-limit`.
 */
export function unreadSections(containers: Iterable<Container>): readonly string[] {
  return [...containers].flatMap((container) => {
    const config: unknown = container.has('config') ? container.get('config') : undefined
    const names = isMap(config) ? asked.get(config) : undefined
    if (!isMap(config) || names === undefined) return []
    return Object.keys(config).flatMap((key) => {
      const near = names.has(key) ? undefined : nearest(key, names)
      if (near === undefined || container.has(`@app/${key.replaceAll('_', '-')}`)) return []
      const place = placeOf(config, [key])
      return [
        `${place}: no service reads this section. Did you mean "${near}"? If it is your own, read it by fromSection().`,
      ]
    })
  })
}
