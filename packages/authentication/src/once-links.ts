import { type Awaitable, type ServerRequest, UsageError } from '@app/core'
import {
  beforeSending,
  checkOptions,
  describeValue,
  isMap,
  nearest,
  OptionError,
  type OptionKind,
  optionKind,
} from '@app/core/extending'
import { digestOf } from './digest.ts'
import { tokenSealer } from './sealed-token.ts'
import { SECRETS, secretsOf } from './secrets-option.ts'

/**
 * What changes when the links of a subject have to end: the version of an account, the hash of its password.
 * `undefined` and `null` stand for a subject that has none, such as an address without an account.
 */
export type LinkVersion = string | number | null | undefined

/** A link that has been made, as a store may keep it beside the digest of its token. */
export interface MadeLink {
  readonly purpose: string
  readonly subject: string
  readonly expires: Date
}

/** The store of the links that nobody has used yet. It gets digests, so that its readers can use no link. */
export interface LinkStore {
  /** Keeps the digest of a new link, until the link expires. */
  add(digest: string, link: MadeLink): Awaitable<unknown>
  /**
   * Deletes the digest of a link. Returns `true` only if the digest was there, also if several processes call this at
   * the same time: one `DELETE` in SQL, one `DEL` in Redis.
   */
  take(digest: string): Awaitable<boolean>
  /** Returns `true` if the digest is there. Without this function, `find` cannot tell that a link was used. */
  has?(digest: string): Awaitable<boolean>
}

/** Options of `onceLinks`. At least one of `version` and `store` is required. */
export interface OnceLinksOptions<P extends string = string> {
  /** The purposes of links, and the seconds for which a link for each purpose is valid. */
  readonly purposes: Readonly<Record<P, number>>
  /**
   * The secret that seals the tokens: at least 32 characters that nobody can guess. In a list, the first secret seals,
   * and tokens that any of the secrets has sealed are accepted. Default: in development and in tests a random secret
   * that lasts until the process ends; elsewhere, a missing secret is an error.
   */
  readonly secret?: string | readonly (string | null)[] | undefined
  /**
   * Returns the version of a subject. A link is valid as long as the version is the one that the subject had when the
   * link was made. Default: none.
   */
  readonly version?: ((subject: string, purpose: P) => LinkVersion | Promise<LinkVersion>) | undefined
  /** Remembers which links were used, for links whose use changes no version. Default: none. */
  readonly store?: LinkStore | undefined
}

/** A link to make. */
export interface NewLink<P extends string = string> {
  readonly purpose: P
  /** Whom the link is for: the id of an account, or an address. */
  readonly subject: string
  /** Further JSON data, such as the team of an invitation. Nobody who gets the link can read it. */
  readonly data?: Readonly<Record<string, unknown>> | undefined
}

/**
 * Why a link is refused: `invalid` if it was changed, is for another purpose or was never made; `expired`; `outdated` if
 * the version of its subject has changed; `used` if the store does not have it any more. `find` says `used` only with a
 * store that has the function `has`.
 */
export type LinkRefusal = 'invalid' | 'expired' | 'outdated' | 'used'

/** A link that is valid, or the reason why it is not. */
export type FoundLink =
  | {
      readonly isValid: true
      readonly subject: string
      readonly data: Readonly<Record<string, unknown>>
      /** The version of the subject, for an `UPDATE … WHERE version = ?` that only one of two requests can make. */
      readonly version: LinkVersion
    }
  | { readonly isValid: false; readonly reason: LinkRefusal }

/** Makes and checks links that work once. */
export interface OnceLinks<P extends string = string> {
  /**
   * Makes the token of a link. Throws a `UsageError` (`APP_LINK`) for an unknown purpose, a subject that is not a
   * string, and for data that make the token longer than 2000 characters.
   */
  create(link: NewLink<P>): Promise<string>
  /**
   * Finds a link without using it up, to show a form. For a request the token is the parameter `token` of its query, and
   * the response gets `Referrer-Policy: no-referrer` and `Cache-Control: no-store`.
   */
  find(from: ServerRequest<never> | ServerRequest | string, purpose: P): Promise<FoundLink>
  /**
   * Uses a link up. Throws a `UsageError` (`APP_LINK`) for a request with GET or HEAD: programs that scan mail open
   * links, so only the form behind the link may use it.
   */
  use(from: ServerRequest<never> | ServerRequest | string, purpose: P): Promise<FoundLink>
}

/**
 * Makes links for mails that work once: to confirm an address, to set a new password, to accept an invitation, to log
 * in.
 *
 * A token is sealed with the secret, and has its purpose, its subject and its expiry. With `version`, nothing is stored:
 * a use has to change the version, as a new password does. With `store`, exactly one use succeeds. Throws an
 * `OptionError` for an invalid option, and if neither of the two is given.
 *
 * @example
 * const links = onceLinks({
 *   purposes: { 'reset-password': 3_600 },
 *   version: (id) => accounts.get(id)?.version,
 * })
 * const token = await links.create({ purpose: 'reset-password', subject: '7' })
 */
export function onceLinks<const P extends string>(options: OnceLinksOptions<P>): OnceLinks<P> {
  const { purposes, secret, version, store } = checkOptions<OnceLinksOptions<P>>(OWNER, options, KINDS)
  if (version === undefined && store === undefined) {
    const choice = 'give "version", which a use changes, or "store", which remembers the use, or both.'
    throw new OptionError(OWNER, 'store', `nothing makes a link work once: ${choice}`)
  }
  const sealer = tokenSealer(secretsOf(OWNER, secret), '@app/authentication/once-links')
  const markOf = async (subject: string, purpose: P): Promise<readonly [LinkVersion, string | null]> => {
    const current = await version?.(subject, purpose)
    return [current, current === undefined || current === null ? null : await digestOf(`${current}`)]
  }
  const find = async (token: string, purpose: P): Promise<FoundLink> => {
    checkPurpose(purposes, purpose)
    const claims = token.length > LONGEST ? 'invalid' : await sealer.open(token, purpose)
    if (typeof claims === 'string') return refusal(claims)
    const { sub: subject = '', mark = null, data = {} } = claims as { sub?: string; mark?: string; data?: object }
    const [current, expected] = await markOf(subject, purpose)
    if (mark !== expected) return refusal('outdated')
    return { isValid: true, subject, data: data as Readonly<Record<string, unknown>>, version: current }
  }
  return {
    create: async ({ purpose, subject, data }) => {
      const seconds = checkPurpose(purposes, purpose)
      if (typeof subject !== 'string' || subject === '') {
        throw refused(`the subject of a link must be a string that is not empty, got ${describeValue(subject)}.`)
      }
      const expires = new Date((Math.floor(Date.now() / 1_000) + seconds) * 1_000)
      const [, mark] = await markOf(subject, purpose)
      // The random id makes two links for the same subject in one second two links.
      const claims = { sub: subject, jti: crypto.randomUUID(), ...(mark !== null && { mark }), ...(data && { data }) }
      const token = await sealer.seal(claims, purpose, expires)
      if (token.length > LONGEST) {
        throw refused(
          `the link has ${token.length} characters, and ${LONGEST} at most reach everybody. Give less data.`,
        )
      }
      await store?.add(await digestOf(token), { purpose, subject, expires })
      return token
    },
    find: async (from, purpose) => {
      if (typeof from !== 'string') beforeSending(from as ServerRequest, keepToken)
      const token = tokenOf(from)
      const found = await find(token, purpose)
      if (!found.isValid || store?.has === undefined) return found
      return (await store.has(await digestOf(token))) === true ? found : refusal('used')
    },
    use: async (from, purpose) => {
      if (typeof from !== 'string') {
        const { method, path } = from as ServerRequest
        if (method === 'GET' || method === 'HEAD') throw refused(`${method} ${path} would use a link up. ${POST}`)
        beforeSending(from as ServerRequest, keepToken)
      }
      const token = tokenOf(from)
      const found = await find(token, purpose)
      if (!found.isValid || store === undefined) return found
      return (await store.take(await digestOf(token))) === true ? found : refusal('used')
    },
  }
}

/**
 * Returns the URL of a link: the address of a page of yours, and the token in the query, which access logs of this
 * framework leave out.
 *
 * Throws a `TypeError` if `page` is not an absolute URL. Do not make it from `request.url`: whoever asks for a mail could
 * send any `Host` header, and the owner of the mailbox would send the token there.
 *
 * @example
 * const url = linkUrl('https://www.site.example/reset-password', 'eyJ…')
 */
export function linkUrl(page: string, token: string): string {
  if (!/^https?:\/\//i.test(page) || !URL.canParse(page)) {
    throw new TypeError(
      `linkUrl(): the page must be an absolute URL, such as "https://www.site.example/reset-password", got ${describeValue(page)}.`,
    )
  }
  const url = new URL(page)
  url.searchParams.set('token', token)
  return url.href
}

/** Keeps the address of the page, which has the token, from other sites and from caches. */
function keepToken({ headers }: Response): void {
  headers.set('referrer-policy', 'no-referrer')
  headers.set('cache-control', 'no-store')
}

function tokenOf(from: ServerRequest<never> | ServerRequest | string): string {
  return typeof from === 'string' ? from : ((from as ServerRequest).query.get('token') ?? '')
}

function refusal(reason: LinkRefusal): FoundLink {
  return { isValid: false, reason }
}

function checkPurpose(purposes: Readonly<Record<string, number>>, purpose: string): number {
  const seconds = Object.hasOwn(purposes, purpose) ? purposes[purpose] : undefined
  if (seconds !== undefined) return seconds
  const near = nearest(String(purpose), Object.keys(purposes))
  throw refused(
    `there is no purpose ${describeValue(purpose)}. ${near === undefined ? `There are ${Object.keys(purposes).join(', ')}.` : `Did you mean "${near}"?`}`,
  )
}

function refused(problem: string): UsageError {
  return new UsageError('APP_LINK', `onceLinks(): ${problem}`)
}

const OWNER = 'onceLinks()'
const POST = 'Programs that scan mail open links, so show a form, and call use() for its POST.'

/** Maximum length of a token, in characters: an address of 2048 characters passes everywhere. */
const LONGEST = 2_000

const YEAR = 31_536_000

const PURPOSES: OptionKind = {
  wants: 'a map of one or more purposes, each with the seconds for which its links are valid, a year at most',
  accepts: (value) =>
    isMap(value) &&
    Object.keys(value).length > 0 &&
    Object.values(value).every(
      (each) => Number.isSafeInteger(each) && (each as number) > 0 && (each as number) <= YEAR,
    ),
}

const KINDS = {
  purposes: optionKind.required(PURPOSES),
  secret: SECRETS,
  version: optionKind.function,
  store: optionKind.withMethods('add', 'take'),
}
