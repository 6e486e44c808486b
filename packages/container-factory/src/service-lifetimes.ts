import { createInjector, type Injector } from 'typed-inject'
import { Lifetime } from './lifetime.ts'
import { keyText } from './names.ts'
import type { ServiceKey, ServiceReport } from './service-container.ts'
import { ServiceGraph } from './service-graph.ts'

/** The services of one container: what is there, who required whom, and in which order all of it ends. */
export class ServiceLifetimes {
  readonly #root: Injector
  /** What is handed out, by the key that it is asked for. */
  readonly #ready = new Map<ServiceKey, Lifetime>()
  /** What was constructed and is shared, in this order. */
  readonly #kept = new Map<ServiceKey, Lifetime>()
  readonly #graph = new ServiceGraph()
  /** What has an owner: somebody else, or another service that is the same object. */
  readonly #owned = new WeakSet<object>()
  readonly #scopes = new Set<Scope>()
  #isClosed = false

  /** Hands out values that somebody else made. The root of a scope is a child of its parent's root. */
  constructor(values: ReadonlyMap<string, unknown>, parent?: ServiceLifetimes) {
    this.#root = parent ? parent.#root.createChildInjector() : createInjector()
    for (const [name, value] of values) {
      this.leave(value)
      this.#ready.set(name, Lifetime.ofValue(this.#root, value))
    }
  }

  /** What is handed out for a key: a service, or the promise of one that was made; undefined when it is not there yet. */
  get(key: ServiceKey): unknown {
    return this.#ready.get(key)?.handedOut
  }

  make(construct: () => unknown): Lifetime {
    return Lifetime.ofService(this.#root, construct)
  }

  /** Hands out a service from now on, and disposes of it in the end. */
  keep(key: ServiceKey, lifetime: Lifetime, service: unknown): void {
    if (!this.#isClosed) this.#ready.set(key, lifetime)
    this.#kept.set(key, lifetime)
    if (!isObject(service) || this.#owned.has(service)) return
    this.#owned.add(service)
    lifetime.own(service)
  }

  /** Leaves the end of something that a factory may give to whom it belongs. */
  leave(service: unknown): void {
    if (isObject(service)) this.#owned.add(service)
  }

  /** Ends a scope before any service. */
  addScope(scope: Scope): void {
    this.#scopes.add(scope)
  }

  /** Forgets a scope that has ended. */
  removeScope(scope: Scope): void {
    this.#scopes.delete(scope)
  }

  /** Notes that one service asked for another, be it at its construction or long after. */
  require(requirer: ServiceKey, key: ServiceKey): void {
    this.#graph.add(requirer, key, this.#kept.has(requirer))
  }

  /** Some of the services in the order of who requires whom, what requires nothing first, each with what it requires. */
  inOrder(keys: ReadonlySet<ServiceKey>): readonly (readonly [key: ServiceKey, required: readonly ServiceKey[]])[] {
    const ordered = this.#dependentsFirst()
      .filter((key) => keys.has(key))
      .reverse()
    return ordered.map((key, at) => [key, ordered.slice(0, at).filter((earlier) => this.#graph.leads(key, earlier))])
  }

  /** Hands out nothing any more. */
  close(): void {
    this.#isClosed = true
    this.#ready.clear()
  }

  /**
   * Disposes of scopes, then of each service after all that required it; else last first.
   *
   * One by one, because an injector disposes of all its children at once and stops listening at the first failure.
   */
  async end(report?: ServiceReport): Promise<void> {
    const failures: { name: string; error: unknown }[] = []
    const dispose = (name: string, ends: () => Promise<void>) =>
      ends().catch((error: unknown) => failures.push({ name, error }))
    for (const scope of [...this.#scopes].reverse()) await dispose('a scope', () => scope.dispose(report))
    for (const key of this.#dependentsFirst()) {
      const lifetime = this.#kept.get(key)
      if (lifetime === undefined) continue
      const { isDisposable } = lifetime
      const begin = performance.now()
      await dispose(keyText(key), () => lifetime.dispose())
      if (isDisposable) report?.({ service: keyText(key), event: 'disposed', ms: performance.now() - begin })
    }
    await this.#root.dispose()
    if (failures.length > 0) throw new DisposalError(failures)
  }

  #dependentsFirst(): readonly ServiceKey[] {
    return this.#graph.dependentsFirst([...this.#kept.keys()].reverse())
  }
}

/** A container whose services see those of its parent. */
interface Scope {
  dispose(report?: ServiceReport): Promise<void>
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function'
}

/** Some services could not be disposed of; `errors` has what they threw, in that order. The others are disposed of. */
export class DisposalError extends AggregateError {
  override readonly name = 'DisposalError'

  constructor(failures: readonly { readonly name: string; readonly error: unknown }[]) {
    super(
      failures.map(({ error }) => error),
      `Not everything could be disposed of: ${failures.map(({ name }) => `"${name}"`).join(', ')}. See errors.`,
    )
  }
}
