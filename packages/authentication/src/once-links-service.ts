import type { Container, ServiceName } from '@app/core'
import { checkService, fromSection } from '@app/core/extending'
import { type OnceLinks, type OnceLinksOptions, onceLinks } from './once-links.ts'

/** The name of the service that makes links which work once, with the options of the section `once_links`. */
export const ONCE_LINKS_SERVICE: ServiceName<OnceLinks> = '@app/once-links'

/** The section `once_links`: the options of `onceLinks()`, where `version` and `store` may be names of services. */
export interface OnceLinksSection extends Omit<OnceLinksOptions, 'version' | 'store'> {
  /** The function, or the name of a service that is the function. */
  readonly version?: OnceLinksOptions['version'] | string | undefined
  /** The store, or the name of a service that is the store. */
  readonly store?: OnceLinksOptions['store'] | string | undefined
}

export function onceLinksService(container: Container): OnceLinks {
  return fromSection<OnceLinksSection, OnceLinks>(container, 'once_links', (section) => {
    const services = (['version', 'store'] as const).flatMap((option) => {
      const name = section[option]
      if (typeof name !== 'string') return []
      checkService(container, option, name)
      return [[option, container.get(name)]]
    })
    return onceLinks({ ...section, ...Object.fromEntries(services) } as OnceLinksOptions)
  })
}
