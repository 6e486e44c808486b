import { tryCookies } from './try-cookies.js'
import { tryCsrf } from './try-csrf.js'
import { trySession } from './try-session.js'

/** What each package of the toolbox shows of itself, the same on every runtime. */
export async function tryAll() {
  return { cookies: await tryCookies(), csrf: await tryCsrf(), session: await trySession() }
}
