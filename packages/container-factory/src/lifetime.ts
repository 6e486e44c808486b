import { InjectionError, type Injector } from 'typed-inject'

/** The name that an injector knows its service by. */
const SERVICE = 'service'

/**
 * One service in an injector of typed-inject, which makes it, keeps it, and disposes of it.
 *
 * Each injector is a child of the same root, so a look-up asks one of them, however many services there are. In a chain, as
 * `injector.provideClass(…).provideClass(…)` makes it, a look-up asks all that were provided later.
 */
export class Lifetime {
  readonly #injector: Injector<{ [SERVICE]: Holder }>

  private constructor(injector: Injector<{ [SERVICE]: Holder }>) {
    this.#injector = injector
  }

  /** A value that somebody else made, and disposes of. */
  static ofValue(root: Injector, value: unknown): Lifetime {
    return new Lifetime(root.provideValue(SERVICE, new Holder(value)))
  }

  /** A service that is made now. What `construct` throws leaves nothing behind. */
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

  /** What `get` gives: the service, or the promise of it. */
  get handedOut(): unknown {
    return this.#holder.handedOut
  }

  set handedOut(value: unknown) {
    this.#holder.handedOut = value
  }

  /** Whether there is something to be done at the end. */
  get isDisposable(): boolean {
    return this.#holder.disposer !== undefined
  }

  /** Disposes of a service at the end, in the first way that it knows; most know none. */
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

/** What an injector keeps of a service: to typed-inject, which knows neither promises nor symbols, this is the service. */
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
