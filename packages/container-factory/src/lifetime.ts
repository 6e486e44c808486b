import { InjectionError, type Injector } from 'typed-inject'

/** The name of the service in its injector. Each injector has only this one service. */
const SERVICE = 'service'

/**
 * One service in an injector of typed-inject, which makes the service, keeps it, and disposes of it.
 *
 * All injectors are children of the same root, so a look-up visits one injector, however many services there are. In a
 * chain of injectors, as `injector.provideClass(…).provideClass(…)` makes it, a look-up of the first service visits all
 * injectors behind it.
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

  /** Whether the service has a method for its disposal. */
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
