import type { ServerRequest } from '@app/core'
import { describeValue, type OptionKind, optionKind, printable } from '@app/core/extending'

/** The path of a page, or a function that returns it for a request. */
export type PagePath = string | ((request: ServerRequest) => string)

const PATH: OptionKind = {
  wants: 'a path of this site, such as "/log-in"',
  accepts: (value) => typeof value === 'string' && /^\/(?!\/)[\w!$&'()*+,;=:@%./~-]*$/.test(value),
}

export const PAGE_PATH: OptionKind = optionKind.either(PATH, optionKind.function)

/** The name of the option `loginPage` in errors. */
export const LOGIN_PAGE = 'authentication(): "loginPage"'

/**
 * Returns the path of the page for a request. Throws a `TypeError` if the function returns no path of the site; `option`
 * names it.
 */
export function pagePathFor(option: string, page: PagePath | undefined, request: ServerRequest): string | undefined {
  if (typeof page !== 'function') return page
  const path = page(request)
  if (PATH.accepts(path)) return path
  const got = typeof path === 'string' ? `"${printable(path)}"` : describeValue(path)
  throw new TypeError(`${option} must return ${PATH.wants}, got ${got}.`)
}
