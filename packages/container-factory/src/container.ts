import {
  ContainerDisposedError,
  CyclicDependencyError,
  ServiceNotCreatedError,
  ServiceNotFoundError,
} from './container-errors.ts'
import { keyText } from './names.ts'
import type { Registry } from './registry.ts'
import { Resolution } from './resolution.ts'
import type { Class, ServiceContainer, ServiceKey, ServiceName } from './service-container.ts'
import { ServiceLifetimes } from './service-lifetimes.ts'

interface Pending {
  readonly promise: Promise<unknown>
  readonly resolution: Resolution
}

/** Makes services from a registry, each in its own resolution, and keeps those that are shared. */
export class Container implements ServiceContainer {
  readonly #registry: Registry
  readonly #lifetimes: ServiceLifetimes
  /** What a look-up hands out as it is: the whole cost of a `get` that is not the first. */
  readonly #ready: Map<ServiceKey, unknown>
  readonly #pending = new Map<ServiceKey, Pending>()
  /** The construction that runs right now, if any: it is who asks, even where it asks past its own container. */
  #constructing: Resolution | undefined
  #disposal: Promise<void> | undefined

  constructor(registry: Registry) {
    this.#registry = registry
    this.#ready = new Map(registry.values)
    this.#lifetimes = new ServiceLifetimes([this, ...registry.values.values()])
  }

  has(key: string | Class): boolean {
    return this.#registry.has(key, this)
  }

  get<T>(key: ServiceName<T> | Class<T>): T {
    const service = this.#ready.get(key)
    return (service === undefined ? this.#resolve(key, undefined) : service) as T
  }

  keys(): Iterable<string> {
    return this.#registry.names()
  }

  dispose(): Promise<void> {
    this.#disposal ??= this.#dispose()
    return this.#disposal
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.dispose()
  }

  async #dispose(): Promise<void> {
    this.#ready.clear()
    await Promise.allSettled(Array.from(this.#pending.values(), ({ promise }) => promise))
    await this.#lifetimes.end()
  }

  #resolve(asked: ServiceKey, view: Resolution | undefined): unknown {
    const key = this.#registry.canonical(asked)
    const service = this.#ready.get(key)
    if (service !== undefined) return service
    const requirer = this.#constructing ?? view
    if (this.#disposal) throw new ContainerDisposedError([...(requirer?.path() ?? []), keyText(asked)])
    const pending = this.#pending.get(key)
    const ring = requirer?.ringOfRequirers(key) ?? (pending && requirer?.waitFor(pending.resolution))
    if (ring) throw new CyclicDependencyError(requirer?.path() ?? [], ring)
    return pending ? pending.promise : this.#construct(key, asked, requirer)
  }

  #construct(key: ServiceKey, asked: ServiceKey, requirer: Resolution | undefined): unknown {
    const resolution = new Resolution(key, requirer)
    const outer = this.#constructing
    this.#constructing = resolution
    try {
      const service = this.#make(resolution, asked)
      if (service instanceof Promise) return this.#await(service, resolution)
      if (service === undefined) throw ServiceNotCreatedError.forUndefined(resolution.path())
      this.#keep(key, service, service)
      resolution.finish()
      return service
    } catch (error) {
      const failure = ServiceNotCreatedError.from(error, resolution.path())
      resolution.finish()
      throw failure
    } finally {
      this.#constructing = outer
    }
  }

  #make(resolution: Resolution, asked: ServiceKey): unknown {
    const { key } = resolution
    const container = this.#containerFor(resolution)
    const recipe = this.#registry.recipe(key, container)
    if (recipe) return recipe(container, typeof key === 'string' ? key : key.name)
    const isAliased = asked !== key
    const path = isAliased ? resolution.path().toSpliced(-1, 0, keyText(asked)) : resolution.path()
    throw new ServiceNotFoundError(path, this.#registry.names(), isAliased)
  }

  /**
   * A container that remembers who asks, also after an `await`, when no other sign of it is left.
   *
   * The type does not offer `dispose` to factories; an application that a factory made calls it when the program ends.
   */
  #containerFor(resolution: Resolution): ServiceContainer {
    const view: ServiceContainer = {
      has: (key) => this.has(key),
      keys: () => this.keys(),
      get: <T>(key: ServiceName<T> | Class<T>) => (this.#ready.get(key) ?? this.#resolve(key, resolution)) as T,
      dispose: () => this.dispose(),
      [Symbol.asyncDispose]: () => this.dispose(),
    }
    this.#lifetimes.leave(view)
    return view
  }

  #await(created: Promise<unknown>, resolution: Resolution): Promise<unknown> {
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
        if (service === undefined) throw ServiceNotCreatedError.forUndefined(path)
        this.#keep(key, service, promise)
        return service
      },
      (error: unknown) => {
        settle()
        throw ServiceNotCreatedError.from(error, path)
      },
    )
    if (isShared) this.#pending.set(key, { promise, resolution })
    return promise
  }

  #keep(key: ServiceKey, service: unknown, handedOut: unknown): void {
    if (service === null || !this.#registry.isShared(key)) return
    this.#lifetimes.hold(keyText(key), service)
    if (!this.#disposal) this.#ready.set(key, handedOut)
  }
}
