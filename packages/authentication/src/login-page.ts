import type { ServerRequest } from '@app/core'
import { describeValue, type OptionKind, optionKind, printable } from '@app/core/extending'

/** The path of the log-in page, or a function that returns it for a request. */
export type LoginPage = string | ((request: ServerRequest) => string)

const PATH: OptionKind = {
  wants: 'a path of this site, such as "/log-in"',
  accepts: (value) => typeof value === 'string' && /^\/(?!\/)[\w!$&'()*+,;=:@%./~-]*$/.test(value),
}

export const LOGIN_PAGE: OptionKind = optionKind.either(PATH, optionKind.function)

/** Returns the path of the log-in page for a request. Throws a `TypeError` if the function returns no path of the site. */
export function loginPageFor(loginPage: LoginPage | undefined, request: ServerRequest): string | undefined {
  if (typeof loginPage !== 'function') return loginPage
  const path = loginPage(request)
  if (PATH.accepts(path)) return path
  const got = typeof path === 'string' ? `"${printable(path)}"` : describeValue(path)
  throw new TypeError(`authentication(): "loginPage" must return ${PATH.wants}, got ${got}.`)
}
