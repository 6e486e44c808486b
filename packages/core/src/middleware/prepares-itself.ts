import type { PreparedMiddleware } from './prepared-middleware.ts'

/** Pipelines and applications of this copy of the package are compiled into the chain instead of being called. */
export const PREPARE: unique symbol = Symbol('prepare')

/** What an object gives that knows how to prepare itself. */
export interface PreparesItself {
  readonly [PREPARE]: (place: string) => PreparedMiddleware
}

export function preparedOf(value: unknown, place: string): PreparedMiddleware | undefined {
  if (typeof value !== 'object' || value === null || !(PREPARE in value)) return undefined
  return (value as PreparesItself)[PREPARE](place)
}
