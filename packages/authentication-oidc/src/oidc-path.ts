import type { Awaitable, ServerRequest } from '@app/core'
import { describeValue, type OptionKind, optionKind, printable } from '@app/core/extending'

/** A path of this site, or a function that returns it for a request, such as the page in the language of the visitor. */
export type OidcPath = string | ((request: ServerRequest) => Awaitable<string>)

const PATH: OptionKind = {
  wants: 'a path of this site, such as "/log-in"',
  accepts: (value) => typeof value === 'string' && /^\/(?!\/)[\w!$&'()*+,;=:@%./~-]*$/.test(value),
  got: (value) => (typeof value === 'string' ? `"${printable(value)}"` : undefined),
}

export const OIDC_PATH: OptionKind = optionKind.either(PATH, optionKind.function)

/** Returns the path that an option has for a request. Throws a `TypeError` if its function returns no path of the site. */
export async function pathFor(
  option: 'loginPage' | 'afterLogOut',
  value: OidcPath,
  request: ServerRequest,
): Promise<string> {
  const path = typeof value === 'function' ? await value(request) : value
  if (PATH.accepts(path)) return path
  throw new TypeError(`oidc(): "${option}" must return ${PATH.wants}, got ${PATH.got?.(path) ?? describeValue(path)}.`)
}
