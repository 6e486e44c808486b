import { tryCookies } from './try-cookies.js'

/** What each package of the toolbox shows of itself, the same on every runtime. */
export async function tryAll() {
  return { cookies: await tryCookies() }
}
