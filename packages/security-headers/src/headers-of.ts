import { checkOptions, type OptionKind, optionKind } from '@app/core/extending'
import { type Directives, directivesKind, type Frames, policyOf } from './content-security-policy.ts'
import { type Permissions, permissionsKind, permissionsText } from './permissions-policy.ts'

/** Options of `securityHeaders`, and the metadata of a route. `false` leaves a header out. */
export interface SecurityHeadersOptions {
  /**
   * Replaces single directives of the default policy, which permits only resources of this origin, scripts and styles
   * with a nonce, and images in `data:` URLs.
   */
  readonly contentSecurityPolicy?: Directives | false | undefined
  /** Lets browsers report what the policy would refuse, instead of refusing it. Default: `false`. */
  readonly reportOnly?: boolean | undefined
  /** The pages that may show this page in a frame. Default: `none`. */
  readonly frames?: Frames | undefined
  /**
   * The time in seconds for which browsers request this host by https alone, and whether subdomains are included.
   * Default: `{ maxAge: 31_536_000 }`.
   */
  readonly strictTransportSecurity?: TransportSecurity | false | undefined
  /**
   * The pages that may access the window of a page of this site if one of the two has opened the other. Default:
   * `same-origin`.
   */
  readonly openerPolicy?:
    | 'same-origin'
    | 'same-origin-allow-popups'
    | 'noopener-allow-popups'
    | 'unsafe-none'
    | false
    | undefined
  /**
   * The pages that may load pictures, scripts and other responses of this site without CORS. Default: `same-origin`.
   */
  readonly resourcePolicy?: 'same-origin' | 'same-site' | 'cross-origin' | false | undefined
  /**
   * Makes pages of this site load resources of other sites only if these permit it; browsers demand this before they
   * allow `SharedArrayBuffer`. Default: left out.
   */
  readonly embedderPolicy?: 'require-corp' | 'credentialless' | 'unsafe-none' | false | undefined
  /**
   * The part of a page's URL that browsers send in the header `Referer` with requests from this page, such as for a
   * link. Default: `strict-origin-when-cross-origin`.
   */
  readonly referrerPolicy?: (typeof REFERRER_POLICIES)[number] | false | undefined
  /**
   * Replaces single features of the default policy, by which no page may use the camera, the microphone, the position,
   * the screen, payments and USB devices: `{ camera: ['self'] }`.
   */
  readonly permissionsPolicy?: Permissions | false | undefined
}

/** The time for which browsers use https alone, and the hosts to which this applies. */
export interface TransportSecurity {
  /** The time, in seconds. Default: 31,536,000, a year. */
  readonly maxAge?: number | undefined
  /** True if subdomains are included. Default: `false`. */
  readonly includeSubDomains?: boolean | undefined
  /**
   * True if browser vendors may put the host on the list of https hosts that is built into browsers. Default: `false`.
   */
  readonly preload?: boolean | undefined
}

/** A header and its value, made from the nonce of the request. */
type Header = readonly [name: string, value: (nonce: string) => string]

/** Makes the headers for some options. Throws an `OptionError` that names `owner` for an unknown or invalid option. */
export function headersOf(owner: string, options: SecurityHeadersOptions): readonly Header[] {
  const checked = checkOptions(owner, options, KINDS)
  const { contentSecurityPolicy = {}, reportOnly = false, frames = 'none', strictTransportSecurity = {} } = checked
  const { openerPolicy = 'same-origin', resourcePolicy = 'same-origin', embedderPolicy = false } = checked
  const { referrerPolicy = 'strict-origin-when-cross-origin', permissionsPolicy = {} } = checked
  const policy = contentSecurityPolicy !== false && policyOf(owner, contentSecurityPolicy, frames)
  const fixed: Readonly<Record<string, string | false>> = {
    'strict-transport-security': strictTransportSecurity !== false && transportSecurity(owner, strictTransportSecurity),
    'cross-origin-opener-policy': openerPolicy,
    'cross-origin-resource-policy': resourcePolicy,
    'cross-origin-embedder-policy': embedderPolicy,
    'referrer-policy': referrerPolicy,
    'permissions-policy': permissionsPolicy !== false && (permissionsText(owner, permissionsPolicy) || false),
    'origin-agent-cluster': '?1',
    'x-content-type-options': 'nosniff',
    // X-Frame-Options cannot contain a list of origins. For a list the header is left out, and only `frame-ancestors`
    // in the policy applies.
    'x-frame-options': frames === 'none' ? 'DENY' : frames === 'self' && 'SAMEORIGIN',
  }
  return [
    ...(policy ? [[`content-security-policy${reportOnly ? '-report-only' : ''}`, policy] as const] : []),
    ...Object.entries(fixed).flatMap(([name, value]) => (value === false ? [] : [[name, () => value] as const])),
  ]
}

function transportSecurity(owner: string, options: TransportSecurity): string {
  const {
    maxAge = 31_536_000,
    includeSubDomains = false,
    preload = false,
  } = checkOptions(`${owner}, "strictTransportSecurity"`, options, {
    maxAge: optionKind.count,
    includeSubDomains: optionKind.boolean,
    preload: optionKind.boolean,
  })
  return `max-age=${maxAge}${includeSubDomains ? '; includeSubDomains' : ''}${preload ? '; preload' : ''}`
}

const REFERRER_POLICIES = [
  'no-referrer',
  'no-referrer-when-downgrade',
  'origin',
  'origin-when-cross-origin',
  'same-origin',
  'strict-origin',
  'strict-origin-when-cross-origin',
  'unsafe-url',
] as const

const orFalse = (...values: readonly string[]): OptionKind => optionKind.oneOf(...values, false)

/**
 * Checks the option `frames` if it is a list of origins. Unlike other options with origins, this list may contain `*.`
 * for all subdomains.
 */
const FRAMING: OptionKind = {
  wants: 'a list of origins such as "https://www.example.org", or "https://*.example.org" for all subdomains',
  accepts: (value) =>
    Array.isArray(value) &&
    optionKind.origins.accepts(
      value.map((origin) => (typeof origin === 'string' ? origin.replace('://*.', '://') : origin)),
    ),
}

const KINDS = {
  contentSecurityPolicy: directivesKind,
  reportOnly: optionKind.boolean,
  frames: optionKind.either(optionKind.oneOf('none', 'self'), FRAMING),
  strictTransportSecurity: {
    wants: 'false, or a map such as { maxAge: 31_536_000 }',
    accepts: (value: unknown) => value === false || (typeof value === 'object' && value !== null),
  },
  openerPolicy: orFalse('same-origin', 'same-origin-allow-popups', 'noopener-allow-popups', 'unsafe-none'),
  resourcePolicy: orFalse('same-origin', 'same-site', 'cross-origin'),
  embedderPolicy: orFalse('require-corp', 'credentialless', 'unsafe-none'),
  referrerPolicy: orFalse(...REFERRER_POLICIES),
  permissionsPolicy: permissionsKind,
}
