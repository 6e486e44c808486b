import { InjectionError, type Injector } from 'typed-inject'

/** The name of the service in its injector. */
const SERVICE = 'service'

/**
 * One service in an injector of typed-inject, which makes it, keeps it, and disposes of it.
 *
 * All injectors are children of the same root, so a look-up visits one injector, however many services there are. In a
 * chain, as `injector.provideClass(…).provideClass(…)` makes it, a look-up visits all later ones.
 */
export class Lifetime {
  readonly #injector: Injector<{ [SERVICE]: Holder }>

  private constructor(injector: Injector<{ [SERVICE]: Holder }>) {
    this.#injector = injector
  }

  /** Holds a given value, which is not disposed of here. */
  static ofValue(root: Injector, value: unknown): Lifetime {
    return new Lifetime(root.provideValue(SERVICE, new Holder(value)))
  }

  /** Makes a service and holds it. If `construct` throws, it holds nothing. */
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

  /** The result of `get`: the service, or the promise of it. */
  get handedOut(): unknown {
    return this.#holder.handedOut
  }

  set handedOut(value: unknown) {
    this.#holder.handedOut = value
  }

  /** Whether anything has to be disposed of at the end. */
  get isDisposable(): boolean {
    return this.#holder.disposer !== undefined
  }

  /** Disposes of the service at the end, if it has a method for it. */
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

/** Represents a service in an injector, since typed-inject does not know promises and symbols. */
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
