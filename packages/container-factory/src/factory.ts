import type { InjectableClass } from './injectable-class.ts'
import type { TypedContainer } from './typed-container.ts'

/** What makes one service: a function of the container, a class with `static inject`, or an object with `create`. */
export type Factory<T = unknown> =
  | ((container: TypedContainer, name: string) => T)
  | InjectableClass<T>
  | { create(container: TypedContainer, name: string): T }
