import { stringifySetCookie } from 'cookie'
import { CookieError } from './cookie-error.ts'

/** The lifetime, the place and the receivers of a cookie. */
export interface CookieAttributes {
  /** Seconds until the browser forgets the cookie. Default: when it is closed. Browsers keep none beyond 400 days. */
  readonly maxAge?: number
  /** The moment at which the browser forgets the cookie; `maxAge` overrules it. */
  readonly expires?: Date
  /** Also sends the cookie to all subdomains of this host. Default: to this very host alone. */
  readonly domain?: string
  /** Default: `/`. */
  readonly path?: string
  /** Keeps the cookie from scripts of the page. Default: `true`. */
  readonly httpOnly?: boolean
  /** Sends the cookie over TLS alone. Default: `true`, except over http in development. */
  readonly secure?: boolean
  /** Whether requests from other sites carry the cookie: with `lax` those of links do. Default: `lax`. */
  readonly sameSite?: 'strict' | 'lax' | 'none'
  /** Gives each site that embeds this one a cookie of its own. Default: `false`. */
  readonly partitioned?: boolean
}

/**
 * The value of a `Set-Cookie` header.
 *
 * Throws a `CookieError` for a cookie that browsers would refuse or cut: a name that is no token, an attribute that its
 * prefix forbids, `SameSite=None` without `Secure`, more than 4096 octets. Source: RFC 6265bis sections 4.1 and 5.6.
 */
export function setCookieHeader(name: string, value: string, attributes: CookieAttributes): string {
  if (!TOKEN.test(name)) throw new CookieError(name, "a name has letters, digits and !#$%&'*+-.^_`|~ only.")
  if (typeof value !== 'string') throw new CookieError(name, `its value is a text, got ${typeof value}.`)
  const all = { path: '/', httpOnly: true, sameSite: 'lax', ...attributes } as const satisfies CookieAttributes
  checkTogether(name, all)
  const header = stringify(name, value, all)
  const length = header.indexOf(';') === -1 ? header.length : header.indexOf(';')
  // The equals sign between name and value does not count.
  if (length - 1 > LARGEST) {
    throw new CookieError(name, `with its value it has ${length - 1} octets, and browsers keep ${LARGEST} at most.`)
  }
  return header
}

/** Checks the rules for attributes that depend on one another; a browser ignores a cookie that breaks one. */
function checkTogether(
  name: string,
  { secure, domain, path, httpOnly, sameSite, partitioned }: CookieAttributes,
): void {
  const demand = (is: boolean, what: string) => {
    if (!is) throw new CookieError(name, what)
  }
  const prefix = PREFIX.exec(name)?.[0].toLowerCase() ?? ''
  demand(prefix === '' || secure === true, `browsers refuse ${prefix} without secure: true.`)
  demand(!prefix.startsWith('__host-') || path === '/', `browsers refuse ${prefix} with another path than "/".`)
  demand(!prefix.startsWith('__host-') || domain === undefined, `browsers refuse ${prefix} with a domain.`)
  demand(!prefix.endsWith('http-') || httpOnly === true, `browsers refuse ${prefix} without httpOnly: true.`)
  demand(sameSite !== 'none' || secure === true, 'browsers refuse sameSite: "none" without secure: true.')
  demand(partitioned !== true || secure === true, 'browsers refuse partitioned without secure: true.')
  for (const [attribute, text] of Object.entries({ domain, path })) {
    demand((text?.length ?? 0) <= LARGEST_ATTRIBUTE, `browsers ignore a ${attribute} of more than 1024 octets.`)
  }
}

/** The header as the library writes it. The library's errors are replaced: they show values, which may be secrets. */
function stringify(name: string, value: string, attributes: CookieAttributes): string {
  try {
    return stringifySetCookie({ ...attributes, name, value: value.toWellFormed() }, { encode: encodeURIComponent })
  } catch (error) {
    const [, option = 'value'] = /option (\w+)/.exec((error as Error).message) ?? []
    throw new CookieError(name, `its ${option} cannot be written into a header.`)
  }
}

const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/
const PREFIX = /^__(?:secure-|http-|host-(?:http-)?)/i
const LARGEST = 4096
const LARGEST_ATTRIBUTE = 1024
