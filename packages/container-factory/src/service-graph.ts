import type { ServiceKey } from './service-container.ts'

/** Which service requires which, as far as they were requested. */
export class ServiceGraph {
  /** All noted requests, so that noting them again costs little. */
  readonly #noted = new Map<ServiceKey, Set<ServiceKey>>()
  readonly #required = new Map<ServiceKey, Set<ServiceKey>>()
  readonly #dependents = new Map<ServiceKey, Set<ServiceKey>>()

  /**
   * Notes that one service requires another.
   *
   * A request of a finished service is ignored if it would close a ring; the order of construction decides then.
   */
  add(requirer: ServiceKey, key: ServiceKey, isMade: boolean): void {
    if (this.#noted.get(requirer)?.has(key)) return
    put(this.#noted, requirer, key)
    if (isMade && this.leads(key, requirer)) return
    put(this.#required, requirer, key)
    put(this.#dependents, key, requirer)
  }

  /** Whether a service requires another one, directly or through others. */
  leads(from: ServiceKey, to: ServiceKey): boolean {
    const found = new Set([from])
    for (const key of found) {
      if (key === to) return true
      for (const next of this.#required.get(key) ?? []) found.add(next)
    }
    return false
  }

  /** The keys in their order, but each one after those that require it; includes other keys that require them. */
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
