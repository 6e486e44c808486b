import { createInjector } from 'typed-inject'

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

const protocols: readonly PropertyKey[] = [Symbol.asyncDispose, 'dispose', Symbol.dispose].filter(Boolean)

/** Disposes of a service in the first way it knows; of most there is nothing to dispose. */
export function disposeService(service: unknown): unknown {
  if (!isObject(service)) return undefined
  for (const protocol of protocols) {
    const dispose: unknown = Reflect.get(service, protocol)
    if (typeof dispose === 'function') return dispose.call(service)
  }
  return undefined
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
