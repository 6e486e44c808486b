import type { Identity, Role } from '@app/authentication'
import { type MetadataKey, metadataKey, type Params, type ServerRequest } from '@app/core'
import { checkOptions, type OptionKind, optionKind } from '@app/core/extending'

/** The visitors who may reach a route: everybody, everybody who has logged in, or visitors who meet all conditions. */
export type Requirement = 'public' | 'authenticated' | Conditions

/** The conditions of a route, of which at least one has to be given. */
export interface Conditions {
  /** The identity must have one of these roles. */
  readonly roles?: readonly Role[] | undefined
  /** Your own check, such as whether a note belongs to the identity. Only `true` lets the request pass. */
  readonly allow?: Allow | undefined
}

/**
 * Decides by the identity and the params of the route whether the request may pass. `request` is the request as
 * `authorization()` got it, or, for the second decision before a route runs, as dispatch got it.
 */
export type Allow = (identity: Identity, params: Params, request: ServerRequest) => boolean | Promise<boolean>

/**
 * The requirement of a route, as metadata: `app.get('/reports', reports).set(REQUIRES, { roles: ['auditor'] })`.
 *
 * In configuration it is `metadata: { '@app/authorization': { roles: ['auditor'] } }`. Without `authorization()` before
 * it, a route with a requirement other than `public` does not run, but answers 500.
 */
export const REQUIRES: MetadataKey<Requirement> = metadataKey<Requirement>('@app/authorization', {
  check: (value) => checkRequirement('REQUIRES', value),
  enforcedBy: (value) => (value === 'public' ? undefined : 'authorization() of @app/authorization'),
})

/** Returns a requirement unchanged. Throws a `TypeError` for any other value. */
export function checkRequirement(owner: string, value: unknown): Requirement {
  if (value === 'public' || value === 'authenticated') return value
  if (typeof value !== 'object') throw new TypeError(`${owner}: ${WANTED}, got ${JSON.stringify(value)}.`)
  const conditions = checkOptions<Conditions>(owner, value as Conditions, KINDS)
  if (conditions.roles !== undefined || conditions.allow !== undefined) return conditions
  throw new TypeError(`${owner}: ${WANTED}. No condition is named.`)
}

const WANTED = 'write "public", "authenticated", or { roles, allow }'

const ROLES: OptionKind = {
  wants: 'a list of one or more names',
  accepts: (value) => Array.isArray(value) && value.length > 0 && value.every((role) => typeof role === 'string'),
}

const KINDS = { roles: ROLES, allow: optionKind.function }
