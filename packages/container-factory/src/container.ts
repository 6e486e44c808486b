import { disposedContainer, gaveUndefined, notCreated, ServiceNotFoundError, serviceCycle } from './container-errors.ts'
import type { Registry } from './registry.ts'
import { Resolution } from './resolution.ts'
import { SERVICE_CHANNEL, tellOfConstruction, tellOfRequest } from './service-channel.ts'
import type {
  Class,
  ParentContainer,
  ServiceContainer,
  ServiceKey,
  ServiceName,
  ServiceReport,
} from './service-container.ts'
import { type Lifetime, ServiceLifetimes } from './service-lifetimes.ts'
import { makeServices, startServices } from './start-services.ts'

interface Pending {
  readonly promise: Promise<unknown>
  readonly resolution: Resolution
}

/**
 * The services of each container. The keys are the containers, and the views of a container that factories get, since
 * each of these may be the parent of a scope.
 */
const lifetimesOf = new WeakMap<object, ServiceLifetimes>()

/** A container that makes the services which its `Registry` describes, and keeps the shared ones. */
export class Container implements ServiceContainer {
  readonly #registry: Registry
  readonly #lifetimes: ServiceLifetimes
  readonly #parent: ParentContainer | undefined
  /**
   * The services of the parent, if the parent is a container of this class. They are disposed of after the services of
   * this container.
   */
  readonly #outer: ServiceLifetimes | undefined
  readonly #pending = new Map<ServiceKey, Pending>()
  /**
   * The construction that runs now, if any. A service that is requested meanwhile counts as requested by this
   * construction, even if the factory uses the container itself instead of the view that it was given.
   */
  #constructing: Resolution | undefined
  #start: Promise<void> | undefined
  #disposal: Promise<void> | undefined

  constructor(registry: Registry, parent: ParentContainer | undefined) {
    this.#registry = registry
    this.#parent = parent
    this.#outer = parent && lifetimesOf.get(parent)
    this.#lifetimes = new ServiceLifetimes(registry.values, (key) => registry.nameOf(key), this.#outer)
    this.#outer?.addScope(this)
    this.#lifetimes.leave(this)
    lifetimesOf.set(this, this.#lifetimes)
  }

  has(key: string | Class): boolean {
    return this.#registry.has(key, this) || (this.#parent?.has(key) ?? false)
  }

  get<T>(key: ServiceName<T> | Class<T>): T {
    const service = this.#lifetimes.get(key)
    return (service === undefined ? this.#resolve(key, undefined) : service) as T
  }

  keys(): Iterable<string> {
    return this.#registry.names()
  }

  missing(keys: Iterable<string | Class>): readonly ServiceNotFoundError[] {
    const seen = new Set<ServiceKey>()
    return Array.from(keys, (key) => this.#missing(key, [], seen)).flat()
  }

  #missing(
    asked: string | Class,
    requirers: readonly string[],
    seen: Set<ServiceKey>,
  ): readonly ServiceNotFoundError[] {
    const key = this.#registry.canonical(asked)
    if (seen.has(key)) return []
    seen.add(key)
    const path = [...requirers, this.#registry.nameOf(asked)]
    if (!this.has(asked)) return [new ServiceNotFoundError(path, this.#registry.names(), false)]
    return this.#registry.injected(key).flatMap((name) => this.#missing(name, path, seen))
  }

  makeEager(): Promise<void> {
    return makeServices(this.#registry.eager, (name) => this.get(name))
  }

  start(report?: ServiceReport): Promise<void> {
    this.#start ??= startServices(this.#registry.eager, (name) => this.get(name), this.#lifetimes, report)
    return this.#start
  }

  dispose(report?: ServiceReport): Promise<void> {
    this.#disposal ??= this.#dispose(report)
    return this.#disposal
  }

  [Symbol.asyncDispose](report?: ServiceReport): Promise<void> {
    return this.dispose(report)
  }

  async #dispose(report: ServiceReport | undefined): Promise<void> {
    this.#lifetimes.close()
    this.#outer?.removeScope(this)
    await Promise.allSettled([this.#start, ...Array.from(this.#pending.values(), ({ promise }) => promise)])
    await this.#lifetimes.end(report)
  }

  #resolve(asked: ServiceKey, view: Resolution | undefined): unknown {
    const key = this.#registry.canonical(asked)
    const requirer = this.#constructing ?? view
    if (view) this.#lifetimes.require(view.key, key)
    if (requirer && requirer !== view) this.#lifetimes.require(requirer.key, key)
    if (requirer && SERVICE_CHANNEL?.hasSubscribers) tellOfRequest(this.#registry.nameOf(key), requirer.name)
    const service = this.#lifetimes.get(key)
    if (service !== undefined) return service
    if (this.#disposal) throw disposedContainer([...(requirer?.path() ?? []), this.#registry.nameOf(asked)])
    if (this.#parent?.has(key) && !this.#registry.has(key, this)) return this.#parent.get(key)
    const pending = this.#pending.get(key)
    const ring = requirer?.ringOfRequirers(key) ?? (pending && requirer?.waitFor(pending.resolution))
    if (ring) throw serviceCycle(requirer?.path() ?? [], ring)
    return pending ? pending.promise : this.#construct(key, asked, requirer)
  }

  #construct(key: ServiceKey, asked: ServiceKey, requirer: Resolution | undefined): unknown {
    const resolution = new Resolution(key, this.#registry.nameOf(key), requirer)
    const outer = this.#constructing
    const tell = SERVICE_CHANNEL?.hasSubscribers ? tellOfConstruction(resolution.name, requirer?.name) : undefined
    this.#constructing = resolution
    try {
      const lifetime = this.#lifetimes.make(() => this.#make(resolution, asked))
      const created = lifetime.handedOut
      if (created instanceof Promise) return this.#await(created, lifetime, resolution, tell)
      this.#keep(key, lifetime, created)
      resolution.finish()
      tell?.('made')
      return created
    } catch (error) {
      resolution.finish()
      tell?.('failed')
      throw error
    } finally {
      this.#constructing = outer
    }
  }

  #make(resolution: Resolution, asked: ServiceKey): unknown {
    const { key } = resolution
    try {
      const container = this.#containerFor(resolution)
      const recipe = this.#registry.recipe(key, container)
      if (!recipe) throw this.#notFound(resolution, asked)
      const service = recipe(container, typeof key === 'string' ? key : key.name)
      if (service === undefined) throw gaveUndefined(resolution.path())
      return service
    } catch (error) {
      throw notCreated(error, resolution.path())
    }
  }

  #notFound(resolution: Resolution, asked: ServiceKey): ServiceNotFoundError {
    const isAliased = asked !== resolution.key
    const path = isAliased ? resolution.path().toSpliced(-1, 0, this.#registry.nameOf(asked)) : resolution.path()
    return new ServiceNotFoundError(path, this.#registry.names(), isAliased)
  }

  /**
   * Makes the container that a factory gets: a view of this container, which knows the service that the factory makes.
   * The requests of that service are therefore recorded under its name, also after an `await`.
   *
   * The type that factories see has no `makeEager`, `start` and `dispose`. The view has these methods nevertheless,
   * since an application that a factory has made calls them when the program begins and ends.
   */
  #containerFor(resolution: Resolution): ServiceContainer {
    const view: ServiceContainer = {
      has: (key) => this.has(key),
      keys: () => this.keys(),
      get: <T>(key: ServiceName<T> | Class<T>) => this.#resolve(key, resolution) as T,
      missing: (keys) => this.missing(keys),
      makeEager: () => this.makeEager(),
      start: (report) => this.start(report),
      dispose: (report) => this.dispose(report),
      [Symbol.asyncDispose]: (report?: ServiceReport) => this.dispose(report),
    }
    lifetimesOf.set(view, this.#lifetimes)
    this.#lifetimes.leave(view)
    return view
  }

  #await(
    created: Promise<unknown>,
    lifetime: Lifetime,
    resolution: Resolution,
    tell: ReturnType<typeof tellOfConstruction> | undefined,
  ): Promise<unknown> {
    const { key } = resolution
    const path = resolution.path()
    const isShared = this.#registry.isShared(key)
    const settle = (): void => {
      resolution.finish()
      if (isShared) this.#pending.delete(key)
    }
    const promise: Promise<unknown> = created.then(
      (service) => {
        settle()
        this.#keep(key, lifetime, service)
        tell?.(service === undefined ? 'failed' : 'made')
        if (service === undefined) throw gaveUndefined(path)
        return service
      },
      (error: unknown) => {
        settle()
        this.#keep(key, lifetime, undefined)
        tell?.('failed')
        throw notCreated(error, path)
      },
    )
    lifetime.handedOut = promise
    if (isShared) this.#pending.set(key, { promise, resolution })
    return promise
  }

  /**
   * Keeps a shared service. A service that is `null` or not shared is not kept, so that the next `get` makes it again.
   */
  #keep(key: ServiceKey, lifetime: Lifetime, service: unknown): void {
    if (service === null || service === undefined || !this.#registry.isShared(key)) void lifetime.dispose()
    else this.#lifetimes.keep(key, lifetime, service)
  }
}
