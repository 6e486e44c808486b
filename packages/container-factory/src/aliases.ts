import { pathText } from './container-errors.ts'

/** The service behind each alias, at the end of the chain of aliases. A name with a given value ends a chain. */
export function resolveAliases(
  aliases: Readonly<Record<string, string>>,
  values: ReadonlyMap<string, unknown>,
): ReadonlyMap<string, string> {
  const next = new Map(Object.entries(aliases).filter(([alias]) => !values.has(alias)))
  const targets = new Map<string, string>()
  for (const alias of next.keys()) {
    const chain = new Set<string>()
    let name = alias
    for (let to = next.get(name); to !== undefined && !targets.has(name); to = next.get(name)) {
      if (chain.has(name)) throw new CyclicAliasError([...[...chain].slice([...chain].indexOf(name)), name])
      chain.add(name)
      name = to
    }
    const target = targets.get(name) ?? name
    for (const member of chain) targets.set(member, target)
  }
  return targets
}

/** Aliases form a ring, so that there is no service behind them. */
export class CyclicAliasError extends Error {
  override readonly name = 'CyclicAliasError'
  /** The aliases of the ring; the first is also the last. */
  readonly ring: readonly string[]

  constructor(ring: readonly string[]) {
    super(`Aliases form a ring: ${pathText(ring)}. Let one of them name a service.`)
    this.ring = ring
  }
}
