import { type AttributeKey, attributeKey } from '@app/core'
import { describeValue } from '@app/core/extending'

/**
 * The roles that an application declares, so that a misspelt role does not compile: `declare module
 * '@app/authentication' { interface Roles { readonly admin: true; readonly editor: true } }`. Without a declaration, a
 * role is any string.
 */
// biome-ignore lint/suspicious/noEmptyInterface: an application adds its roles
export interface Roles {}

/** The name of a role that the application has declared. */
export type Role = keyof Roles extends never ? string : keyof Roles

/**
 * The user that a request comes from. An application adds the properties of its users: `declare module
 * '@app/authentication' { interface Identity { readonly name: string } }`.
 *
 * An identity that `logIn` stores in a session has to be JSON data.
 */
export interface Identity {
  /** The id of the user, different for each user. */
  readonly id: string
  /** The roles of the user, by the names that routes require. */
  readonly roles?: readonly Role[] | undefined
}

/**
 * The result of a search for an identity, or a promise of the result. `undefined` and `null` mean that no user was
 * found.
 */
export type AuthenticationResult = Identity | null | undefined | Promise<Identity | null | undefined>

/** The attribute with the identity of the user that a request comes from; `undefined` if nobody has logged in. */
export const IDENTITY: AttributeKey<Identity | undefined, 'identity'> = attributeKey<Identity | undefined, 'identity'>(
  'identity',
  { shared: '@app/authentication/identity', default: undefined },
)

/**
 * Returns an identity unchanged. Throws a `TypeError` for any other value, such as `true`, an object without an `id`,
 * or an object whose `roles` are not a list of strings. A string in place of the list would match each role whose name
 * is a part of the string.
 */
export function checkIdentity(owner: string, given: Identity): Identity {
  const id: unknown = typeof given === 'object' ? given?.id : undefined
  if (typeof id !== 'string' || id === '') {
    const got = typeof given === 'object' && given !== null ? 'an object without an "id"' : describeValue(given)
    throw new TypeError(`${owner} gave ${got}. An identity is an object whose "id" must be a string that is not empty.`)
  }
  const { roles } = given as { readonly roles?: unknown }
  if (areRoles(roles)) return given
  const got = Array.isArray(roles) ? 'a list of other values' : roles === null ? 'null' : typeof roles
  throw new TypeError(`${owner} gave an identity whose "roles" are ${got}. Write a list of texts, or leave them out.`)
}

/** True if a value can be the roles of an identity. */
export function areRoles(value: unknown): value is Identity['roles'] {
  return value === undefined || (Array.isArray(value) && value.every((role) => typeof role === 'string'))
}

/**
 * True if an identity has at least one of the given roles.
 *
 * Throws a `TypeError` if the roles of the identity are not a list of strings, such as in an identity that middleware
 * of the application has made.
 *
 * @example
 * app.get('/drafts', (request) => text(hasRole(identityOf(request), 'editor') ? 'All' : 'Yours'))
 */
export function hasRole(identity: Identity, ...roles: readonly Role[]): boolean {
  const { roles: own = [] } = checkIdentity('The middleware that sets IDENTITY', identity)
  return roles.some((role) => own.includes(role))
}
