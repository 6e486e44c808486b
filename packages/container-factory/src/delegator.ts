import type { TypedContainer } from './typed-container.ts'

/**
 * Stands around the creation of one service: calls `create`, and returns the service or what is to be used for it.
 *
 * Of several the last is outermost. It runs when the service is created, not when it is handed out again.
 */
export type Delegator = (container: TypedContainer, name: string, create: <T>() => T) => unknown
