import type { ServerRequest } from '@app/core'
import { SESSION, type SessionKey } from '@app/session'
import { checkIdentity, type Identity } from './identity.ts'
import { sessionFor } from './session.ts'

/** Remembers a user whose password was right, and whose code is missing. It logs nobody in, and another user out. */
export function keepHalf(request: AnyRequest, identity: Identity, lifetime: number): void {
  checkIdentity('enter(): the application', identity)
  sessionFor(request, identity).set(HALF, { identity, until: Date.now() + lifetime * 1_000 })
}

export function halfOf(request: AnyRequest): Identity | undefined {
  const half = (request as ServerRequest).attribute(SESSION).get(HALF)
  return half && half.until > Date.now() ? half.identity : undefined
}

export function forgetHalf(request: AnyRequest): void {
  ;(request as ServerRequest).attribute(SESSION).delete(HALF)
}

type AnyRequest = ServerRequest<never> | ServerRequest

/** An application cannot have a key of this name: `sessionKey()` refuses names that begin with `@`. */
const HALF: SessionKey<{ readonly identity: Identity; readonly until: number }> = Object.freeze({
  name: '@app/authentication/half',
})
