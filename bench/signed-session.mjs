import { createHmac, timingSafeEqual } from 'node:crypto'
import { SECRET } from './stack-cases.mjs'

/**
 * The value of the `Set-Cookie` header for a session in a signed cookie, as the plain servers in `stack/` and
 * `toolbox/` send it.
 */
export function cookieOf(session) {
  const value = Buffer.from(JSON.stringify(session)).toString('base64url')
  return `session=${value}.${signature(value)}; Path=/; HttpOnly; Secure; SameSite=Lax`
}

/** The session in a header `Cookie`; an empty session if there is no cookie, or if its signature is wrong. */
export function sessionIn(cookie) {
  const [, value, given] = /(?:^|; )session=([\w-]+)\.([\w-]+)/.exec(cookie ?? '') ?? []
  if (value === undefined) return {}
  const [right, sent] = [Buffer.from(signature(value)), Buffer.from(given)]
  if (right.length !== sent.length || !timingSafeEqual(right, sent)) return {}
  return JSON.parse(Buffer.from(value, 'base64url').toString())
}

const signature = (value) => createHmac('sha256', SECRET).update(value).digest('base64url')
