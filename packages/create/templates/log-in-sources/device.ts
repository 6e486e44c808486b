import { randomUUID } from 'node:crypto'
import { COOKIES } from '@app/cookies'
import { attributeKey, type Middleware, type ServerRequest } from '@app/core'
import type { Accounts } from './accounts.ts'

/** A browser that has logged in, by a name of its own, and the account of its last log-in. */
export interface Device {
  readonly name: string
  readonly account: string
  readonly email: string
}

/** The browser of a request, if it has logged in before. */
export const DEVICE = attributeKey<Device | undefined>('device', { default: undefined })

/**
 * Recognizes a browser that has logged in before, by a sealed cookie. The guesses of such a browser are counted by
 * themselves, so that strangers who use up the guesses for an account do not lock its owner out.
 *
 * The cookie has the id of the account, since an address may belong to another account later.
 *
 * Source: OWASP, Slow Down Online Guessing Attacks with Device Cookies.
 */
export function knownDevice(accounts: Accounts): Middleware {
  return async (request, handler) => {
    const jar = request.attribute(COOKIES)
    const kept = jar.hasSecret ? await jar.getSealed(nameFor(jar.secure)) : undefined
    const [name = '', account = ''] = kept?.split(' ') ?? []
    const email = accounts.by('id', account)?.email
    return handler(email === undefined ? request : request.withAttribute(DEVICE, { name, account, email }))
  }
}
knownDevice.inject = ['accounts'] as const // if container

/** Remembers the account of a log-in. A browser that logs in to it again keeps its name, and gets no new guesses. */
export function rememberDevice(request: ServerRequest, account: string): void {
  const jar = request.attribute(COOKIES)
  const known = request.attribute(DEVICE)
  const name = known?.account === account ? known.name : randomUUID()
  if (jar.hasSecret) jar.set(nameFor(jar.secure), `${name} ${account}`, { sealed: true, maxAge: YEAR })
}

function nameFor(isSecure: boolean): string {
  return isSecure ? '__Host-device' : 'device'
}

const YEAR = 31_536_000
