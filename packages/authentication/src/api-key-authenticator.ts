import { HttpError, type ServerRequest } from '@app/core'
import { checkOptions, OptionError, type OptionKind, optionKind } from '@app/core/extending'
import { hasPrefix, isWholeKey, PREFIX } from './api-key.ts'
import { type Authenticator, credentialsOf } from './authenticator.ts'
import { digestOf } from './digest.ts'
import type { AuthenticationResult } from './identity.ts'
import { challengeOf, REALM } from './realm.ts'

/**
 * Finds the identity to which the key with a digest belongs; returns nothing for a key that is unknown, expired or
 * revoked.
 */
export type FindApiKey = (digest: string, request: ServerRequest) => AuthenticationResult

/** Options of `apiKeyAuthenticator`. */
export interface ApiKeyAuthenticatorOptions {
  /** The prefix of the keys, as `createApiKey` got it. Keys of another prefix are left to the next authenticator. */
  readonly prefix: string
  /** Finds the owner of a key by the digest of the key. */
  readonly find: FindApiKey
  /** A header that may also have the key, such as `X-API-Key`. Default: none. */
  readonly header?: string | undefined
  /** Whether `Authorization: Bearer` may have the key; `false` needs the option `header`. Default: `true`. */
  readonly bearer?: boolean | undefined
  /** The name of the protected area, which is sent in the challenge of a 401. Default: none. */
  readonly realm?: string | undefined
}

/**
 * Identifies a program by an API key that `createApiKey` has made, in `Authorization: Bearer` or in a header of its own.
 *
 * A key with the prefix that is not whole, or that `find` does not know, is answered with 401. Put this authenticator
 * before `bearerAuthenticator`, which refuses every token that it cannot read. Throws an `OptionError` for an invalid
 * option.
 *
 * @example
 * const keys = apiKeyAuthenticator({ prefix: 'acme', find: (digest) => table.get(digest), header: 'X-API-Key' })
 * app.pipe(authentication({ authenticators: [keys] }))
 */
export function apiKeyAuthenticator(options: ApiKeyAuthenticatorOptions): Authenticator {
  const { prefix, find, header, bearer = true, realm } = checkOptions(OWNER, options, KINDS)
  if (!bearer && header === undefined) {
    throw new OptionError(OWNER, 'header', 'with "bearer": false, name the header that has the key, as "header".')
  }
  const scheme = bearer ? 'Bearer' : 'ApiKey'
  const refused = (reason: string) => {
    const challenge = challengeOf(scheme, realm, 'error="invalid_token"')
    return new HttpError(401, `API key: ${reason}`, { headers: { 'www-authenticate': challenge } })
  }
  return {
    authenticate: async (request) => {
      const given = [
        bearer ? credentialsOf(request, 'Bearer') : undefined,
        header === undefined ? undefined : request.headers.get(header)?.trim(),
      ]
      const key = given.find((text) => text !== undefined && hasPrefix(text, prefix))
      if (key === undefined) return undefined
      if (!isWholeKey(key, prefix)) throw refused('the key is mistyped or not whole.')
      const found = await find(await digestOf(key), request)
      if (found === undefined || found === null) throw refused('the key is unknown, expired or revoked.')
      return found
    },
    // No scheme is registered for a key in a header of its own, so the challenge is the unregistered name `ApiKey`.
    challenge: () => challengeOf(scheme, realm, ...(bearer ? [] : [`header="${header}"`])),
    securitySchemes: {
      ...(bearer && { apiKey: { type: 'http', scheme: 'bearer' } }),
      ...(header !== undefined && { apiKeyHeader: { type: 'apiKey', in: 'header', name: header } }),
    },
  }
}

const OWNER = 'apiKeyAuthenticator()'

const HEADER: OptionKind = {
  wants: 'the name of a header other than Authorization and Cookie, such as "X-API-Key"',
  accepts: (value) =>
    typeof value === 'string' && /^[A-Za-z][\w-]*$/.test(value) && !/^(authorization|cookie)$/i.test(value),
}

const KINDS = {
  prefix: PREFIX,
  find: optionKind.required(optionKind.function),
  header: HEADER,
  bearer: optionKind.boolean,
  realm: REALM,
}
