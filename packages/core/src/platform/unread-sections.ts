import { isMap, nearest } from '@app/checks'
import { askedSections } from '../container/asked-sections.ts'
import type { Container } from '../container/container.ts'
import { placeOf } from '../container/origin.ts'
import { isReadInCode } from './read-in-code.ts'

/**
 * True if a section of a configuration is read: a service has asked for it by `fromSection()`, or the code of the
 * application reads it from the service `config`, perhaps only at a request.
 */
export function isAskedSection(config: object, name: string): boolean {
  return askedSections(config).has(name) || isReadInCode(name)
}

/**
 * Finds sections of configurations that nothing reads, and whose name is similar to one that a service has asked for.
 * Called when services were made; returns a warning for each.
 *
 * A section of a package whose service nobody needs is no mistake: by convention, the service of the section
 * `rate_limit` is `@app/rate-limit`.
 */
export function unreadSections(containers: Iterable<Container>): readonly string[] {
  return [...containers].flatMap((container) => {
    const config: unknown = container.has('config') ? container.get('config') : undefined
    if (!isMap(config)) return []
    const names = askedSections(config)
    return Object.keys(config).flatMap((key) => {
      const near = names.has(key) ? undefined : nearest(key, names)
      if (near === undefined || container.has(`@app/${key.replaceAll('_', '-')}`) || isAskedSection(config, key))
        return []
      return [
        `${placeOf(config, [key])}: no service reads this section. Did you mean "${near}"? ` +
          'If it is your own, read it by fromSection().',
      ]
    })
  })
}
