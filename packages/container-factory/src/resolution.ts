import type { ServiceKey } from './service-container.ts'

/**
 * One construction of a service: the key of the service, the construction that has requested the service, and the
 * constructions that this one waits for.
 */
export class Resolution {
  readonly key: ServiceKey
  /** The name of the service in messages. */
  readonly name: string
  #requirer: Resolution | undefined
  #awaited: Set<Resolution> | undefined = new Set()

  constructor(key: ServiceKey, name: string, requirer: Resolution | undefined) {
    this.key = key
    this.name = name
    this.#requirer = requirer
    if (requirer) requirer.#awaited?.add(this)
  }

  /** Returns the names of the services from the one that was requested first, or from `first`, to this one. */
  path(first?: Resolution): string[] {
    const path: string[] = []
    for (let at: Resolution | undefined = this; at; at = at === first ? undefined : at.#requirer) {
      path.push(at.name)
    }
    return path.reverse()
  }

  /**
   * Returns the cycle of names that a request for `key` would cause now; `undefined` if it would cause none.
   *
   * After its construction, a service may request any key, even its own.
   */
  ringOfRequirers(key: ServiceKey): string[] | undefined {
    if (!this.#awaited) return undefined
    for (let at: Resolution | undefined = this; at; at = at.#requirer) {
      if (at.key === key) return [...this.path(at), at.name]
    }
    return undefined
  }

  /**
   * Records that this construction waits for another one, which is pending. If the two would then wait for each other
   * for ever, returns the cycle of names and records nothing.
   */
  waitFor(pending: Resolution): string[] | undefined {
    const cameFrom = new Map<Resolution, Resolution | undefined>([[pending, undefined]])
    for (const [at] of cameFrom) {
      if (at === this) return ringBack(this, cameFrom)
      for (const next of at.#awaited ?? []) if (!cameFrom.has(next)) cameFrom.set(next, at)
    }
    this.#awaited?.add(pending)
    return undefined
  }

  /**
   * Drops the references to other constructions, so that these can be garbage-collected while a service keeps its view
   * of the container.
   */
  finish(): void {
    this.#requirer = undefined
    this.#awaited = undefined
  }
}

function ringBack(end: Resolution, cameFrom: ReadonlyMap<Resolution, Resolution | undefined>): string[] {
  const ring: string[] = []
  for (let at: Resolution | undefined = end; at; at = cameFrom.get(at)) ring.unshift(at.name)
  return [...ring, ring[0] ?? '']
}

/** The graph of requests: for each service, the services that it has requested so far. */
export class ServiceGraph {
  /** All requests so far, also those that `add` has ignored, so that a repeated request is recognized at once. */
  readonly #noted = new Map<ServiceKey, Set<ServiceKey>>()
  readonly #required = new Map<ServiceKey, Set<ServiceKey>>()
  readonly #dependents = new Map<ServiceKey, Set<ServiceKey>>()

  /**
   * Records that one service requires another.
   *
   * A request by a finished service (`isMade`) is ignored if it would make a cycle; the order of construction then
   * decides which of the two services is disposed of first.
   */
  add(requirer: ServiceKey, key: ServiceKey, isMade: boolean): void {
    if (this.#noted.get(requirer)?.has(key)) return
    put(this.#noted, requirer, key)
    if (isMade && this.leads(key, requirer)) return
    put(this.#required, requirer, key)
    put(this.#dependents, key, requirer)
  }

  /** True if a service requires another one, directly or through others. */
  leads(from: ServiceKey, to: ServiceKey): boolean {
    const found = new Set([from])
    for (const key of found) {
      if (key === to) return true
      for (const next of this.#required.get(key) ?? []) found.add(next)
    }
    return false
  }

  /**
   * Sorts keys so that each key follows the keys that require it, and otherwise keeps their order. Adds the keys that
   * require a given key and are not given themselves.
   */
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
