import { randomUUID } from 'node:crypto'
import { COOKIES } from '@app/cookies'
import type { ServerRequest } from '@app/core'

/**
 * Remembers in a sealed cookie that somebody has logged in with this browser. The guesses of such a browser are counted
 * by themselves, so that strangers who use up the guesses for an account do not lock its owner out.
 *
 * Source: OWASP, Slow Down Online Guessing Attacks with Device Cookies.
 */
export function rememberDevice(request: ServerRequest, email: string): void {
  const jar = request.attribute(COOKIES)
  const value = `${randomUUID()} ${email.toLowerCase()}`
  if (jar.hasSecret) jar.set(nameFor(jar.secure), value, { sealed: true, maxAge: YEAR })
}

/** Returns the name of this browser if its last log-in was to the account with this address. */
export async function deviceOf(request: ServerRequest, email: string): Promise<string | undefined> {
  const jar = request.attribute(COOKIES)
  const kept = jar.hasSecret ? await jar.getSealed(nameFor(jar.secure)) : undefined
  const [device, owner] = kept?.split(' ') ?? []
  return owner === email.toLowerCase() ? device : undefined
}

function nameFor(isSecure: boolean): string {
  return isSecure ? '__Host-device' : 'device'
}

const YEAR = 31_536_000
