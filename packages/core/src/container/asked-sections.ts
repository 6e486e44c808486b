import { isMap, nearest } from '@app/checks'
import { warn } from '#platform/primitives'
import type { Container } from './container.ts'
import { placeOf } from './origin.ts'

/** The names of the sections that services have asked for, by the configuration. */
const asked = new WeakMap<object, Set<string>>()

/** Remembers that a service has asked for a section of a configuration, whether the section is there or not. */
export function noteSection(config: object, name: string): void {
  const names = asked.get(config) ?? new Set()
  asked.set(config, names.add(name))
}

/**
 * Warns of a section of the configuration that no service has asked for, if its name is similar to one that a service
 * has asked for. Called when services were made. A section of a package whose service nobody needs is no mistake: by
 * convention, the service of the section `rate_limit` is `@app/rate-limit`.
 */
export function warnOfUnreadSections(container: Container): void {
  const config: unknown = container.has('config') ? container.get('config') : undefined
  const names = isMap(config) ? asked.get(config) : undefined
  if (!isMap(config) || names === undefined) return
  for (const key of Object.keys(config)) {
    const near = names.has(key) ? undefined : nearest(key, names)
    if (near === undefined || container.has(`@app/${key.replaceAll('_', '-')}`)) continue
    warn(
      `${placeOf(config, [key])}: no service reads this section. Did you mean "${near}"? ` +
        'If it is your own, read it by fromSection().',
    )
  }
}
