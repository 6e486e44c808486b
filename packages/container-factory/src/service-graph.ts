import type { ServiceKey } from './service-container.ts'

/** Who requires whom, as far as it has been asked for. */
export class ServiceGraph {
  /** All that was asked for, so that asking again costs nothing. */
  readonly #noted = new Map<ServiceKey, Set<ServiceKey>>()
  readonly #required = new Map<ServiceKey, Set<ServiceKey>>()
  readonly #dependents = new Map<ServiceKey, Set<ServiceKey>>()

  /**
   * Notes that one service requires another.
   *
   * What asks only when it is made already may be required by what it asks for. Then it does not count: the order of
   * construction says more.
   */
  add(requirer: ServiceKey, key: ServiceKey, isMade: boolean): void {
    if (this.#noted.get(requirer)?.has(key)) return
    put(this.#noted, requirer, key)
    if (isMade && this.leads(key, requirer)) return
    put(this.#required, requirer, key)
    put(this.#dependents, key, requirer)
  }

  /** Whether a service requires another one, itself or through others. */
  leads(from: ServiceKey, to: ServiceKey): boolean {
    const found = new Set([from])
    for (const key of found) {
      if (key === to) return true
      for (const next of this.#required.get(key) ?? []) found.add(next)
    }
    return false
  }

  /** The keys in their order, but each after those that require it; with what requires them besides. */
  dependentsFirst(keys: readonly ServiceKey[]): ServiceKey[] {
    const seen = new Set<ServiceKey>()
    const ordered: ServiceKey[] = []
    const visit = (key: ServiceKey): void => {
      if (seen.has(key)) return
      seen.add(key)
      for (const dependent of this.#dependents.get(key) ?? []) visit(dependent)
      ordered.push(key)
    }
    for (const key of keys) visit(key)
    return ordered
  }
}

function put(map: Map<ServiceKey, Set<ServiceKey>>, key: ServiceKey, value: ServiceKey): void {
  const values = map.get(key)
  if (values) values.add(value)
  else map.set(key, new Set([value]))
}
