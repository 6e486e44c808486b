import { keyText } from './names.ts'
import type { ServiceKey } from './service-container.ts'

/** One construction: its key, its requirer, and the constructions that it waits for. */
export class Resolution {
  readonly key: ServiceKey
  #requirer: Resolution | undefined
  #awaited: Set<Resolution> | undefined = new Set()

  constructor(key: ServiceKey, requirer: Resolution | undefined) {
    this.key = key
    this.#requirer = requirer
    if (requirer) requirer.#awaited?.add(this)
  }

  /** The names from the requested service, or from `first`, to this one. */
  path(first?: Resolution): string[] {
    const path: string[] = []
    for (let at: Resolution | undefined = this; at; at = at === first ? undefined : at.#requirer) {
      path.push(keyText(at.key))
    }
    return path.reverse()
  }

  /**
   * The ring of names that requiring `key` would close; `undefined` if there is none.
   *
   * A finished service may request any key, even its own.
   */
  ringOfRequirers(key: ServiceKey): string[] | undefined {
    if (!this.#awaited) return undefined
    for (let at: Resolution | undefined = this; at; at = at.#requirer) {
      if (at.key === key) return [...this.path(at), keyText(key)]
    }
    return undefined
  }

  /**
   * Notes that this construction waits for a pending one. If they would wait for each other for ever, gives the ring
   * instead.
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

  /** Drops the references to other constructions, so that a service that keeps its container does not keep them. */
  finish(): void {
    this.#requirer = undefined
    this.#awaited = undefined
  }
}

function ringBack(end: Resolution, cameFrom: ReadonlyMap<Resolution, Resolution | undefined>): string[] {
  const ring: string[] = []
  for (let at: Resolution | undefined = end; at; at = cameFrom.get(at)) ring.unshift(keyText(at.key))
  return [...ring, ring[0] ?? '']
}
