import { HttpError } from '@app/core'
import { checkOptions, OptionError, type OptionKind, optionKind } from '@app/core/extending'
import { type Authenticator, credentialsOf } from './authenticator.ts'
import { areRoles } from './identity.ts'
import { challengeOf, REALM } from './realm.ts'
import { type CheckPassword, type ListedUser, userList } from './user-list.ts'

/** Options of `basicAuthenticator`. Exactly one of `users` and `check` is required. */
export interface BasicAuthenticatorOptions {
  /** A fixed list of users, such as for an internal tool. The passwords are compared in constant time. */
  readonly users?: readonly ListedUser[] | undefined
  /** Your own check of a name and a password, for passwords that you store as hashes. */
  readonly check?: CheckPassword | undefined
  /** The name of the protected area, which browsers show. Default: `restricted`. */
  readonly realm?: string | undefined
}

/**
 * Identifies a user by name and password in the header `Authorization`. Browsers ask for both in a dialog.
 *
 * Names and passwords are UTF-8. An empty password is answered with 401, and so is a control character in a name or a
 * password. Throws an `OptionError` for an invalid option. Source: RFC 7617.
 *
 * @example
 * app.pipe(
 *   authentication({
 *     authenticators: [basicAuthenticator({ users: [{ id: 'ada', password: process.env.PASSWORD ?? '' }] })],
 *     required: true,
 *   }),
 * )
 */
export function basicAuthenticator(options: BasicAuthenticatorOptions): Authenticator {
  const { users, check, realm = 'restricted' } = checkOptions('basicAuthenticator()', options, KINDS)
  if ((users === undefined) === (check === undefined)) {
    throw new OptionError(
      'basicAuthenticator()',
      'check',
      'name the users by "users", or check them by "check": one of the two.',
    )
  }
  const find = check ?? userList(users ?? [])
  return {
    authenticate: async (request) => {
      const credentials = credentialsOf(request, 'Basic')
      if (credentials === undefined) return undefined
      const [name, password] = decode(credentials)
      const found = await find(name, password, request)
      if (found === undefined || found === null) throw new HttpError(401, 'Basic: wrong name or password.')
      return found
    },
    challenge: () => challengeOf('Basic', realm, 'charset="UTF-8"'),
    securitySchemes: { basic: { type: 'http', scheme: 'basic' } },
  }
}

function decode(credentials: string): [name: string, password: string] {
  const text = textOf(credentials)
  const colon = text?.indexOf(':') ?? -1
  if (text === undefined || colon === -1 || CONTROL.test(text)) {
    throw new HttpError(401, 'Basic: the credentials are not Base64 of "name:password".')
  }
  const password = text.slice(colon + 1)
  // An empty password never reaches `check`, since some LDAP servers accept it as an anonymous log-in. Source: RFC 4513
  // section 5.1.2.
  if (password === '') throw new HttpError(401, 'Basic: the password is empty.')
  return [text.slice(0, colon), password]
}

function textOf(base64: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const CONTROL = /[\x00-\x1f\x7f]/

const USERS: OptionKind = {
  wants: 'a list of users, each with a string "id" without a colon, a "password", and perhaps a list "roles"',
  accepts: (value) => Array.isArray(value) && value.length > 0 && value.every(isUser),
}

function isUser(value: unknown): boolean {
  const { id, password, roles } = Object(value) as Partial<Record<string, unknown>>
  if (!areRoles(roles) || typeof id !== 'string' || typeof password !== 'string' || password === '') return false
  return /^[^:\x00-\x1f\x7f]+$/.test(id) && !CONTROL.test(password)
}

const KINDS = { users: USERS, check: optionKind.function, realm: REALM }
