import { tryCookies } from './try-cookies.js'
import { trySession } from './try-session.js'

/** What each package of the toolbox shows of itself, the same on every runtime. */
export async function tryAll() {
  return { cookies: await tryCookies(), session: await trySession() }
}
