import { createInjector, InjectionError, type Injector, type InjectableClass as TypedInjectable } from 'typed-inject'
import type { InjectableClass } from './injectable-class.ts'
import type { TypedContainer } from './typed-container.ts'

type Services = Record<string, unknown>

/** Constructs a class with the services that its `static inject` names. */
export function injectClass(Class: InjectableClass, container: TypedContainer): unknown {
  let injector: Injector<Services> = createInjector()
  // One child for each name: as deep as the constructor is long, however many services there are.
  for (const name of Class.inject) injector = injector.provideValue(name, container.get(name))
  try {
    return injector.injectClass(Class as unknown as TypedInjectable<Services, unknown, string[]>)
  } catch (error) {
    throw error instanceof InjectionError ? error.cause : error
  }
}
