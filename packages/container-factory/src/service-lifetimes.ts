import { createInjector, InjectionError, type Injector } from 'typed-inject'
import { ServiceGraph } from './resolution.ts'
import type { ServiceKey, ServiceReport } from './service-container.ts'

/** The existing services of one container, their requests for one another, and the order of their disposal. */
export class ServiceLifetimes {
  readonly #root: Injector
  readonly #nameOf: (key: ServiceKey) => string
  /** The services that `get` can return, by key. */
  readonly #ready = new Map<ServiceKey, Lifetime>()
  /** The constructed shared services, in the order of construction. */
  readonly #kept = new Map<ServiceKey, Lifetime>()
  readonly #graph = new ServiceGraph()
  /** Objects that `keep` excludes from disposal: they belong to other code, or are disposed of under another key. */
  readonly #owned = new WeakSet<object>()
  readonly #scopes = new Set<Scope>()
  #isClosed = false

  /**
   * Makes the lifetimes of the given values. In a scope, the root injector is a child of the root injector of the
   * parent.
   */
  constructor(
    values: ReadonlyMap<string, unknown>,
    nameOf: (key: ServiceKey) => string,
    parent: ServiceLifetimes | undefined,
  ) {
    this.#nameOf = nameOf
    this.#root = parent ? parent.#root.createChildInjector() : createInjector()
    for (const [name, value] of values) {
      this.leave(value)
      this.#ready.set(name, Lifetime.ofValue(this.#root, value))
    }
  }

  /** Returns the service of a key, or its promise; undefined if the service was not made yet. */
  get(key: ServiceKey): unknown {
    return this.#ready.get(key)?.handedOut
  }

  make(construct: () => unknown): Lifetime {
    return Lifetime.ofService(this.#root, construct)
  }

  /** Stores a service for further calls of `get`, and for its disposal when the container is disposed of. */
  keep(key: ServiceKey, lifetime: Lifetime, service: unknown): void {
    if (!this.#isClosed) this.#ready.set(key, lifetime)
    this.#kept.set(key, lifetime)
    if (!isObject(service) || this.#owned.has(service)) return
    this.#owned.add(service)
    lifetime.own(service)
  }

  /** Excludes an object, such as the container, from the disposal, since a factory may return it as a service. */
  leave(service: unknown): void {
    if (isObject(service)) this.#owned.add(service)
  }

  /** Adds a scope, which is disposed of before all services of this container. */
  addScope(scope: Scope): void {
    this.#scopes.add(scope)
  }

  removeScope(scope: Scope): void {
    this.#scopes.delete(scope)
  }

  /** Records that one service has requested another, during its construction or later. */
  require(requirer: ServiceKey, key: ServiceKey): void {
    this.#graph.add(requirer, key, this.#kept.has(requirer))
  }

  /** Returns the services of `keys`, each with the others of `keys` that it requires. Required services come first. */
  inOrder(keys: ReadonlySet<ServiceKey>): readonly (readonly [key: ServiceKey, required: readonly ServiceKey[]])[] {
    const ordered = this.#dependentsFirst()
      .filter((key) => keys.has(key))
      .reverse()
    return ordered.map((key, at) => [key, ordered.slice(0, at).filter((earlier) => this.#graph.leads(key, earlier))])
  }

  /** Makes `get` forget all services, so that all later requests for services fail. */
  close(): void {
    this.#isClosed = true
    this.#ready.clear()
  }

  /**
   * Disposes of scopes, then of all services: a service after the services that require it, and otherwise in the
   * reverse order of construction.
   *
   * The services are disposed of one by one, since an injector would dispose of all children at once, and report only
   * the first failure.
   */
  async end(report?: ServiceReport): Promise<void> {
    const failures: DisposalFailure[] = []
    const dispose = (name: string, ends: () => Promise<void>) =>
      ends().catch((error: unknown) => failures.push({ name, error }))
    for (const scope of [...this.#scopes].reverse()) await dispose('a scope', () => scope.dispose(report))
    for (const key of this.#dependentsFirst()) {
      const lifetime = this.#kept.get(key)
      if (lifetime === undefined) continue
      const { isDisposable } = lifetime
      const begin = performance.now()
      await dispose(this.#nameOf(key), () => lifetime.dispose())
      if (isDisposable) report?.({ service: this.#nameOf(key), event: 'disposed', duration: performance.now() - begin })
    }
    await this.#root.dispose()
    if (failures.length > 0) throw disposalError(failures)
  }

  #dependentsFirst(): readonly ServiceKey[] {
    return this.#graph.dependentsFirst([...this.#kept.keys()].reverse())
  }
}

interface DisposalFailure {
  readonly name: string
  readonly error: unknown
}

/** The error for services that could not be disposed of, with their errors in the order of disposal. */
function disposalError(failures: readonly DisposalFailure[]): AggregateError {
  return new AggregateError(
    failures.map(({ error }) => error),
    `Not everything could be disposed of: ${failures.map(({ name }) => `"${name}"`).join(', ')}. See errors.`,
  )
}

/** The method of a scope by which its parent disposes of it. */
interface Scope {
  dispose(report?: ServiceReport): Promise<void>
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function'
}

/** The name of the service in its injector. Each injector has only this one service. */
const SERVICE = 'service'

/**
 * One service in an injector of typed-inject, which makes the service, keeps it, and disposes of it.
 *
 * All injectors are children of the same root, so a look-up visits one injector, however many services there are. In a
 * chain of injectors, as `injector.provideClass(…).provideClass(…)` makes it, a look-up of the first service visits all
 * injectors after it.
 */
export class Lifetime {
  readonly #injector: Injector<{ [SERVICE]: Holder }>

  private constructor(injector: Injector<{ [SERVICE]: Holder }>) {
    this.#injector = injector
  }

  /** Makes the lifetime of a given value, which is not disposed of. */
  static ofValue(root: Injector, value: unknown): Lifetime {
    return new Lifetime(root.provideValue(SERVICE, new Holder(value)))
  }

  /** Makes the lifetime of the service that `construct` makes. If `construct` throws, nothing is kept. */
  static ofService(root: Injector, construct: () => unknown): Lifetime {
    const lifetime = new Lifetime(root.provideFactory(SERVICE, () => new Holder(construct())))
    try {
      lifetime.#holder
      return lifetime
    } catch (error) {
      void lifetime.dispose()
      throw error instanceof InjectionError ? error.cause : error
    }
  }

  /** The result of `get`: the service, or the promise of the service. */
  get handedOut(): unknown {
    return this.#holder.handedOut
  }

  set handedOut(value: unknown) {
    this.#holder.handedOut = value
  }

  /** True if the service has a method for its disposal. */
  get isDisposable(): boolean {
    return this.#holder.disposer !== undefined
  }

  /** Makes the disposal of the injector dispose of the service, if the service has a method for it. */
  own(service: object): void {
    for (const protocol of protocols) {
      const dispose: unknown = Reflect.get(service, protocol)
      if (typeof dispose !== 'function') continue
      this.#holder.disposer = () => dispose.call(service)
      return
    }
  }

  dispose(): Promise<void> {
    return this.#injector.dispose()
  }

  get #holder(): Holder {
    return this.#injector.resolve(SERVICE)
  }
}

/**
 * An object that wraps a service in an injector, since typed-inject handles neither promises nor the symbols for
 * disposal.
 */
class Holder {
  handedOut: unknown
  disposer: (() => unknown) | undefined

  constructor(handedOut: unknown) {
    this.handedOut = handedOut
  }

  async dispose(): Promise<void> {
    await this.disposer?.()
  }
}

const protocols: readonly PropertyKey[] = [Symbol.asyncDispose, 'dispose', Symbol.dispose].filter(Boolean)
