import { type AttributeKey, attributeKey } from '@app/core'

/**
 * Who a request comes from. An application adds what it knows of its users:
 * `declare module '@app/authentication' { interface Identity { readonly name: string } }`.
 *
 * What a session keeps has to be JSON.
 */
export interface Identity {
  /** Tells users apart. */
  readonly id: string
  /** What the user may do, by names that routes ask for. */
  readonly roles?: readonly string[]
}

/** What a search for an identity gives: now or later, and `undefined` or `null` for nobody. */
export type Found = Identity | null | undefined | Promise<Identity | null | undefined>

/** Who a request comes from; `undefined` for somebody who did not say so. */
export const IDENTITY: AttributeKey<Identity | undefined> = {
  ...attributeKey<Identity | undefined>('identity', undefined),
  id: Symbol.for('@app/authentication/identity'),
}
