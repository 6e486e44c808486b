import type { Class } from './class.ts'
import type { ServiceName } from './service-name.ts'

/** What factories, delegators and abstract factories get: enough to ask, not to dispose of. */
export interface TypedContainer {
  /** Whether `get` knows how to make or hand out this service. */
  has(name: string | Class): boolean
  /** The service; a factory's promise is handed out as a promise. */
  get<T>(name: ServiceName<T> | Class<T>): T
}
