import type { Dependencies } from '@app/core'
import { originOf } from '../configuration/config-parts.ts'
import type { NameOrigin } from '../configuration/provider-list.ts'

/** The kinds of services by their keys in `dependencies`, in the order in which they count for one name. */
export const KINDS = { services: 'value', aliases: 'alias', invokables: 'invokable', factories: 'factory' } as const

export const SECTIONS: readonly (keyof typeof KINDS)[] = Object.keys(KINDS) as (keyof typeof KINDS)[]

/** Returns the keys of `dependencies` that have a service of this name, the one that counts first. */
export function sectionsWith(name: string, dependencies: Dependencies): readonly (keyof typeof KINDS)[] {
  return SECTIONS.filter((section) => Object.hasOwn(dependencies[section] ?? {}, name))
}

/**
 * Returns a problem for each service that a later source of the configuration registers without effect, since an earlier
 * source registers the name in a kind that counts before.
 */
export function hiddenServices(config: object, nameOrigin: NameOrigin): readonly string[] {
  const { dependencies = {} } = config as { readonly dependencies?: Dependencies }
  const names = new Set(SECTIONS.flatMap((section) => Object.keys(dependencies[section] ?? {})))
  return [...names].flatMap((name) => {
    const [counts, ...hidden] = sectionsWith(name, dependencies)
    if (counts === undefined) return []
    const winner = originOf(config, ['dependencies', counts, name])
    return hidden.flatMap((section) => {
      const loser = originOf(config, ['dependencies', section, name])
      if (winner === undefined || loser === undefined || positionOf(loser) <= positionOf(winner)) return []
      return [
        `dependencies.${section}['${name}'] (${nameOrigin(loser)}) has no effect: dependencies.${counts}['${name}'] ` +
          `(${nameOrigin(winner)}) counts before it, although it is the earlier source. Remove that entry by ` +
          `dependencies: { ${counts}: { '${name}': remove() } }, with remove of @app/config.`,
      ]
    })
  })
}

/**
 * The position of a source in the list of the configuration. Files come after all of it: an application lists its own
 * files last.
 */
function positionOf(origin: string): number {
  return Number(/(?:^|\()source (\d+)\)?$/.exec(origin)?.[1] ?? Number.POSITIVE_INFINITY)
}
