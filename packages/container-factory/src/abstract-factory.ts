import type { TypedContainer } from './typed-container.ts'

/** Makes services whose names nobody registered; the first that can create a name does. */
export interface AbstractFactory {
  canCreate(container: TypedContainer, name: string): boolean
  create(container: TypedContainer, name: string): unknown
}
