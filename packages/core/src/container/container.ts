import { ConfigurationError, UsageError } from '@app/checks'
import type { AnyServiceName, KnownServices } from './application-types.ts'

/** The class of a service. */
export type Class<T = unknown> = abstract new (...args: never[]) => T

/** The name of a service; the type of the name includes the type of the service. Every string is assignable to it. */
export type ServiceName<T> = string & { readonly '@app/service'?: T }

/** The methods that a service container has to have; a `Map` has them too. */
export interface Container {
  has(name: string | Class): boolean
  get(name: string | Class): unknown
}

/**
 * Returns the names of a container's services, to suggest one for a mistyped name; an empty list for a container
 * without `keys`.
 */
export function namesIn(container: object): readonly string[] {
  const keys = 'keys' in container && typeof container.keys === 'function' ? [...container.keys()] : []
  return keys.filter((key) => typeof key === 'string')
}

/** The container as factories get it: `get` returns the type of the service that the name or class identifies. */
export interface TypedContainer extends Container {
  get<N extends keyof KnownServices & string>(name: N): KnownServices[N]
  /** Takes a constant whose type includes the type of its service, or a name that is only known at run time. */
  get<N extends string>(name: UnwrittenName<N>): N extends ServiceName<infer T> ? T : unknown
  get<T>(name: NameOf<T> | Class<T>): T
}

/** A name of a service whose type the caller states: `container.get<Mailer>('mailer')`. */
type NameOf<T> = string extends AnyServiceName ? ServiceName<T> : AnyServiceName

/**
 * A name of the type `string`, which the compiler cannot compare with the names that the command `app types` has
 * written to a file. Without that file no name has this type, since every string is accepted then.
 */
type UnwrittenName<N extends string> = string extends AnyServiceName ? never : string extends N ? N : never

/** Makes the error for the container of an application that was constructed without one. */
export function noContainer(): UsageError {
  return new UsageError(
    'APP_CONTAINER_MISSING',
    'This application has no container. Give it one: new Application({ container }).',
  )
}

/**
 * Returns the container. If it lacks the method `has` or `get`, throws a `ConfigurationError`, whose message ends with
 * the text that `adviceFor` makes.
 */
export function checkContainer(container: Container, adviceFor: (got: object) => string): Container {
  const missing = METHODS.filter((method) => !hasMethod(container, method)).map((method) => `${method}(name)`)
  if (missing.length === 0) return container
  throw new ConfigurationError(
    'APP_CONTAINER_INVALID',
    `The container has no ${missing.join(' and no ')}. ${adviceFor(container)}`,
  )
}

function hasMethod(container: object, method: string): boolean {
  return typeof Reflect.get(container, method) === 'function'
}

const METHODS = ['has', 'get']

/**
 * Returns the end of the message of `checkContainer`: the text that says what to give an application in place of a
 * value that is not a container. If the methods of the value are those of another library's container, the text shows
 * an adapter for that container.
 */
export function containerAdvice(got: object): string {
  const known = LIBRARIES.find(({ methods }) => methods.every((name) => typeof Reflect.get(got, name) === 'function'))
  if (known === undefined) return 'Give the application { has: (name) => …, get: (name) => … } instead.'
  return `It looks like one of ${known.library}: give the application ${known.wrapper} instead.`
}

const LIBRARIES = [
  {
    library: 'awilix',
    methods: ['hasRegistration', 'resolve'],
    wrapper:
      "{ has: (name) => typeof name === 'string' && container.hasRegistration(name), " +
      'get: (name) => container.resolve(name) }',
  },
  {
    library: 'tsyringe',
    methods: ['isRegistered', 'resolve'],
    wrapper: '{ has: (name) => container.isRegistered(name), get: (name) => container.resolve(name) }',
  },
  {
    library: 'inversify',
    methods: ['isBound', 'get'],
    wrapper: '{ has: (name) => container.isBound(name), get: (name) => container.get(name) }',
  },
  {
    library: 'typed-inject',
    methods: ['injectClass', 'resolve'],
    wrapper:
      '{ has: (name) => names.has(name), get: (name) => injector.resolve(name) }, with the names that it provides,',
  },
]
