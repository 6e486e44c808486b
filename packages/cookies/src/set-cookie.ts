import { stringifySetCookie } from 'cookie'
import { invalidCookie } from './invalid-cookie.ts'

/** The attributes of a cookie. */
export interface CookieAttributes {
  /**
   * The seconds until the browser deletes the cookie. Browsers shorten more than 400 days to 400. Default: the cookie
   * is deleted when the browser is closed.
   */
  readonly maxAge?: number | undefined
  /** The time at which the browser deletes the cookie; `maxAge` takes precedence. */
  readonly expires?: Date | undefined
  /**
   * The domain of the cookie. Browsers send the cookie to all subdomains of this domain too. Default: none, and
   * browsers send the cookie only to this host.
   */
  readonly domain?: string | undefined
  /** The path at and below which browsers send the cookie. Default: `/`. */
  readonly path?: string | undefined
  /** Hides the cookie from scripts of the page. Default: `true`. */
  readonly httpOnly?: boolean | undefined
  /**
   * Makes browsers send the cookie only over TLS. Default: the option `secure` of `cookies()`, which by default is
   * `true` except over http in development.
   */
  readonly secure?: boolean | undefined
  /**
   * The requests from other sites with which browsers send the cookie: `lax` only for those that open a page by GET,
   * such as a link, `strict` for none, `none` for all. Default: `lax`.
   */
  readonly sameSite?: 'strict' | 'lax' | 'none' | undefined
  /** Makes browsers keep a separate cookie for each site that embeds this site. Default: `false`. */
  readonly partitioned?: boolean | undefined
}

/**
 * Returns the value of a `Set-Cookie` header.
 *
 * Throws a `UsageError` (`APP_COOKIE`) for a cookie that browsers would refuse or change, such as one with a name that
 * is not a token, with an attribute that a prefix of the name such as `__Host-` forbids, with `SameSite=None` and
 * without `Secure`, or with more than 4096 bytes. Source: RFC 6265bis sections 4.1 and 5.6.
 */
export function setCookieHeader(name: string, value: string, attributes: CookieAttributes): string {
  if (!TOKEN.test(name)) throw invalidCookie(name, "a name has letters, digits and !#$%&'*+-.^_`|~ only.")
  if (typeof value !== 'string') throw invalidCookie(name, `its value must be a string, got ${typeof value}.`)
  const all = { path: '/', httpOnly: true, sameSite: 'lax', ...attributes } as const satisfies CookieAttributes
  checkTogether(name, all)
  const header = stringify(name, value, all)
  const length = header.indexOf(';') === -1 ? header.length : header.indexOf(';')
  // The limit is for name and value without the equals sign between them.
  if (length - 1 > LARGEST) {
    throw invalidCookie(name, `its name and value have ${length - 1} bytes, and browsers keep ${LARGEST} at most.`)
  }
  return header
}

/**
 * Checks the rules for attributes that depend on one another or on a prefix of the name, by which a browser refuses a
 * cookie. Also checks the lengths of `domain` and `path`, since a browser ignores a longer attribute.
 */
function checkTogether(
  name: string,
  { secure, domain, path, httpOnly, sameSite, partitioned }: CookieAttributes,
): void {
  const demand = (is: boolean, what: string) => {
    if (!is) throw invalidCookie(name, what)
  }
  const prefix = PREFIX.exec(name)?.[0].toLowerCase() ?? ''
  demand(prefix === '' || secure === true, `browsers refuse ${prefix} without secure: true.`)
  demand(!prefix.startsWith('__host-') || path === '/', `browsers refuse ${prefix} with another path than "/".`)
  demand(!prefix.startsWith('__host-') || domain === undefined, `browsers refuse ${prefix} with a domain.`)
  demand(!prefix.endsWith('http-') || httpOnly === true, `browsers refuse ${prefix} without httpOnly: true.`)
  demand(sameSite !== 'none' || secure === true, 'browsers refuse sameSite: "none" without secure: true.')
  demand(partitioned !== true || secure === true, 'browsers refuse partitioned without secure: true.')
  for (const [attribute, text] of Object.entries({ domain, path })) {
    demand((text?.length ?? 0) <= LARGEST_ATTRIBUTE, `browsers ignore a ${attribute} of more than 1024 bytes.`)
  }
}

/**
 * Writes the header with the package `cookie`. The errors of the package are replaced, since they show values, which
 * may be secrets.
 */
function stringify(name: string, value: string, attributes: CookieAttributes): string {
  try {
    const cookie = { ...(attributes as Defined<CookieAttributes>), name, value: value.toWellFormed() }
    return stringifySetCookie(cookie, { encode: encodeURIComponent })
  } catch (error) {
    const [, option = 'value'] = /option (\w+)/.exec((error as Error).message) ?? []
    throw invalidCookie(name, `its ${option} cannot be written into a header.`)
  }
}

type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> }

const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/
const PREFIX = /^__(?:secure-|http-|host-(?:http-)?)/i
const LARGEST = 4096
const LARGEST_ATTRIBUTE = 1024
