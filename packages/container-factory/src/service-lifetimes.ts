import { createInjector } from 'typed-inject'
import { DisposalError } from './disposal-error.ts'
import { disposeService } from './dispose-service.ts'

interface Lifetime {
  readonly name: string
  readonly injector: { dispose(): Promise<void> }
}

/** What was constructed and is to be disposed of: each service a child injector of one root. */
export class ServiceLifetimes {
  readonly #root = createInjector()
  readonly #lifetimes: Lifetime[] = []
  readonly #seen = new WeakSet<object>()

  /** Leaves the services alone that somebody else made. */
  constructor(given: Iterable<unknown>) {
    for (const service of given) this.leave(service)
  }

  /** Leaves a service alone from now on. */
  leave(service: unknown): void {
    if (isObject(service)) this.#seen.add(service)
  }

  hold(name: string, service: unknown): void {
    if (!isObject(service) || this.#seen.has(service)) return
    this.#seen.add(service)
    const injector = this.#root.provideFactory(name, () => ({
      dispose: async () => void (await disposeService(service)),
    }))
    // An injector disposes only of what it has resolved.
    injector.resolve(name)
    this.#lifetimes.push({ name, injector })
  }

  /**
   * Disposes of all that is held, last first.
   *
   * One by one, because the root would dispose of all its children at once and stop listening at the first failure.
   */
  async end(): Promise<void> {
    const failures: { name: string; error: unknown }[] = []
    for (let lifetime = this.#lifetimes.pop(); lifetime; lifetime = this.#lifetimes.pop()) {
      const { name, injector } = lifetime
      await injector.dispose().catch((error: unknown) => failures.push({ name, error }))
    }
    await this.#root.dispose()
    if (failures.length > 0) throw new DisposalError(failures)
  }
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function'
}
