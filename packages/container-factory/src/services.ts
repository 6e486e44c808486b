import type { TChildContext } from 'typed-inject'
import { type ContainerOptions, createContainer } from './create-container.ts'
import { type Dependencies, type Factory, type Invokable, isInjectable } from './dependencies.ts'
import { takenName } from './invalid-dependencies.ts'
import type { Class, ServiceContainer, ServiceName } from './service-container.ts'
import { isConstructor } from './value-kinds.ts'

/** A container in which the services have types by name: `S` maps each name to the result of `get`. */
export interface TypedServices<S extends object> extends Omit<ServiceContainer, 'get'> {
  get<N extends keyof S & string>(name: N): S[N]
  /** Takes a constant whose type includes the type of its service, or a name that is only known at run time. */
  get<N extends string>(name: string extends N ? N : never): NamedService<S, N>
  /**
   * Returns the service of a class that is registered under exactly one name, or, if it is registered under none, has
   * `static inject`.
   */
  get<T>(Class: Class<T>): T
}

/**
 * The type of the service with the name `N` in the typed list `L`; `unknown` if the list has no such service. The file
 * that `app types` writes uses this type.
 */
export type ServiceIn<L, N extends string> =
  L extends ServicesBuilder<infer S> ? (N extends keyof S ? S[N] : unknown) : unknown

/**
 * The type of a name that no service has yet; `never` for a name that a service has, so that a call of `provide` or
 * `value` with this name does not compile.
 */
type NewName<S extends object, N extends string> = N extends keyof S ? never : N

/**
 * `N`; `never` for a constant of the type `ServiceName<T>`, whose text the compiler does not know. A list has the
 * service of such a constant without its name.
 */
type WrittenName<N extends string> = string extends N ? never : N

/** The type of a service by its name in the list, or by a constant whose type includes it. */
type NamedService<S extends object, N> = N extends keyof S ? S[N] : N extends ServiceName<infer T> ? T : never

/**
 * The types of the services that `inject` names as arguments: the type that `get` returns, or, if that is a promise,
 * the type to which the promise resolves.
 */
type Injected<S extends object, T extends readonly string[]> = { [I in keyof T]: Awaited<NamedService<S, T[I]>> }

/** The type that `get` returns for a service with `inject`: a promise if a service that `inject` names is a promise. */
type Waiting<S extends object, N, R> = true extends TakesTime<S, N> ? Promise<Awaited<R>> : R

type TakesTime<S extends object, N> = N extends unknown
  ? NamedService<S, N> extends Promise<unknown>
    ? true
    : false
  : never

/** The values that `provide` takes: functions that get a container, classes, and functions with `inject`. */
type Providing<S extends object, N> =
  | ((container: TypedServices<S>, name: N) => unknown)
  | (new (
      ...args: never[]
    ) => unknown)
  | { readonly inject: readonly string[] }

/**
 * `unknown` if the services that `inject` names fit the parameters; else a string that names the mistake in the error
 * of the compiler.
 */
type Fitting<S extends object, F> = F extends { readonly inject: infer T extends readonly string[] }
  ? number extends T['length']
    ? 'The names of inject are not known: write static inject = [...] as const'
    : Exclude<T[number], keyof S | ServiceConstant> extends infer Missing extends string
      ? [Missing] extends [never]
        ? Taking<S, T, F>
        : `inject names "${Missing}", which nobody provides`
      : never
  : F extends new () => unknown
    ? unknown
    : F extends new (
          ...args: never[]
        ) => unknown
      ? 'The constructor takes arguments: name them, static inject = [...] as const'
      : unknown

/** The type of every constant such as `LOGGER_SERVICE`, but not of a plain string. */
type ServiceConstant = { readonly '@app/service'?: unknown }

type Taking<S extends object, T extends readonly string[], F> = F extends
  | (new (
      ...args: Injected<S, T>
    ) => unknown)
  | ((...args: Injected<S, T>) => unknown)
  ? unknown
  : `The parameters do not take what inject names in this order: ${Joined<T>}`

type Joined<T extends readonly string[]> = T extends readonly [infer One extends string, ...infer Rest extends string[]]
  ? Rest extends []
    ? One
    : `${One}, ${Joined<Rest>}`
  : ''

/** The type that `get` returns for a provided service. */
type Provided<S extends object, F> = F extends { readonly inject: infer T extends readonly string[] }
  ? Waiting<S, T[number], Made<F>>
  : Made<F>

type Made<F> = F extends new (...args: never[]) => infer R ? R : F extends (...args: never[]) => infer R ? R : never

/** A list of services in code. The compiler checks each service against the earlier ones. */
export interface ServicesBuilder<S extends object> {
  /**
   * Adds a service: a class or function whose `inject` names the services that it takes, a class without arguments, or
   * a function that gets a container.
   *
   * The call does not compile if `inject` contains a name that no service has, or if a parameter has another type than
   * the service at its place in `inject`.
   */
  provide<N extends string, F extends Providing<S, N>>(
    name: NewName<S, N>,
    factory: F & Fitting<S, F>,
  ): ServicesBuilder<TChildContext<S, Provided<S, F>, WrittenName<N>>>
  /** Adds a value, which the container returns unchanged and does not dispose of. */
  value<N extends string, const V>(name: NewName<S, N>, value: V): ServicesBuilder<TChildContext<S, V, WrittenName<N>>>
  /**
   * Declares services that are provided outside of this list: by the configuration that includes the list, or by the
   * parent container.
   */
  needs<T extends object>(): ServicesBuilder<Omit<S, keyof T> & T>
  /** The added services, for the key `dependencies` of a configuration. */
  readonly dependencies: Dependencies
  /** Makes a container of these services. */
  build(options?: ContainerOptions): TypedServices<S>
}

/**
 * Begins a list of services in code: `services().provide('db', Db).provide('notes', Notes).build()`.
 *
 * Each call of `provide` or `value` returns a new list, does not change the earlier one, and throws a
 * `ConfigurationError` for a name that is taken. A value with the name `config` becomes the configuration of the
 * container that `build` makes.
 *
 * @example
 * const shop = services()
 *   .value('shop/title', 'Shop')
 *   .provide('shop/greeting', (container) => `Welcome to ${container.get('shop/title')}`)
 * const container = createContainer(shop)
 * const greeting: string = container.get('shop/greeting')
 */
export function services(): ServicesBuilder<object> {
  return new ServiceList({}) as unknown as ServicesBuilder<object>
}

class ServiceList {
  readonly dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.dependencies = dependencies
  }

  provide(name: string, factory: Factory | Invokable): ServiceList {
    return this.#with(isConstructor(factory) && !isInjectable(factory) ? 'invokables' : 'factories', name, factory)
  }

  value(name: string, value: unknown): ServiceList {
    return this.#with('services', name, value)
  }

  needs(): ServiceList {
    return this
  }

  build(options?: ContainerOptions): ServiceContainer {
    const { config, ...services } = this.dependencies.services ?? {}
    return createContainer({ ...(config as object), dependencies: { ...this.dependencies, services } }, options)
  }

  #with(section: 'services' | 'invokables' | 'factories', name: string, entry: unknown): ServiceList {
    const { services = {}, invokables = {}, factories = {} } = this.dependencies
    if ([services, invokables, factories].some((entries) => Object.hasOwn(entries, name))) {
      throw takenName(name)
    }
    return new ServiceList({ ...this.dependencies, [section]: { ...this.dependencies[section], [name]: entry } })
  }
}
