import { describeValue } from '@app/checks'
import { refuseUnknownOwn } from '#own-options'
import { HttpError } from '../response/http-error.ts'
import { empty } from '../response/response-helpers.ts'
import { dateIn, evaluateConditions, isEntityTag, type Validators } from './conditions.ts'
import type { ServerRequest } from './server-request.ts'

/** What tells one version of a resource from another. */
export interface ResourceState {
  /**
   * The version of the resource, such as that of its row; of several parts, such as a version and a language, in a list.
   * It becomes the `ETag`.
   */
  readonly version?: VersionPart | readonly VersionPart[] | undefined
  /** The `ETag` itself, in place of `version`, with its quotes: `"7"`, or `W/"7"`. */
  readonly etag?: string | undefined
  /** The time of the last change. */
  readonly lastModified?: Date | undefined
}

/** A state with a tag. */
type TaggedState = ResourceState &
  ({ readonly version: VersionPart | readonly VersionPart[] } | { readonly etag: string })

type VersionPart = string | number | bigint | Date

/** Options of `conditional`. */
export interface ConditionalOptions {
  /**
   * Answers 428 to a write that no condition keeps from a version that the client has not seen: without `If-Match`,
   * `If-None-Match: *`, and an `If-Unmodified-Since` for a resource with `lastModified`. Default: `false`.
   */
  readonly required?: boolean | undefined
  /** Headers that the 200 and the 304 have in common, such as `cache-control` and `vary`. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** The outcome of the conditions of a request. `H` has the headers that it has in any case. */
export interface Conditions<H extends object = object> {
  /** The 304, if the client has this version already. */
  readonly notModified: Response | undefined
  /** The headers of the response: `etag`, `last-modified` and those of the options. */
  readonly headers: Readonly<Record<string, string>> & H
}

/**
 * Evaluates the conditions of a request before its work: `If-None-Match` of a client that has a version already, and
 * `If-Match` of one that changes only the version that it has seen.
 *
 * Without a state there is no such resource yet. Throws an `HttpError` of 412 if the client has seen another version, and
 * of 428 if a condition is required. The tag of a `version` also matches if `compression()` has marked it as weak. Throws
 * a `TypeError` for an `etag` that is not one, or an invalid date. Sources: RFC 9110 section 13, RFC 6585 section 3.
 *
 * @example
 * app.get('/notes/{id}', async (request) => {
 *   const note = await notes.find(request.params.id)
 *   const { notModified, headers } = conditional(request, { version: note.version })
 *   return notModified ?? json(note, { headers })
 * })
 */
export function conditional(
  request: ServerRequest | ServerRequest<never>,
  state: TaggedState,
  options?: ConditionalOptions,
): Conditions<{ readonly etag: string }>
export function conditional(
  request: ServerRequest | ServerRequest<never>,
  state: ResourceState | null | undefined,
  options?: ConditionalOptions,
): Conditions
export function conditional(
  request: ServerRequest | ServerRequest<never>,
  state: ResourceState | null | undefined,
  options: ConditionalOptions = {},
): Conditions {
  refuseUnknownOwn('conditional()', options, ['required', 'headers'])
  if (state) refuseUnknownOwn('conditional()', state, ['version', 'etag', 'lastModified'])
  const { method, headers } = request
  const isRead = method === 'GET' || method === 'HEAD'
  const current = state ? validatorsOf(state) : undefined
  if (options.required && !isRead && !isGuarded(headers, current)) {
    throw new HttpError(428, adviceFor(current), { expose: true })
  }
  const status = evaluateConditions(
    { method, headers: state?.version === undefined ? headers : strong(headers) },
    current,
  )
  if (status === 412) throw new HttpError(412)
  const own: Record<string, string> = { ...options.headers }
  if (current?.etag !== undefined) own.etag = current.etag
  if (current?.lastModified !== undefined) own['last-modified'] = new Date(current.lastModified).toUTCString()
  return { notModified: status === 304 ? empty({ status, headers: own }) : undefined, headers: own }
}

/** True if the conditions of a write name the version that the client has seen, or that there is none. */
function isGuarded(headers: Headers, current: Validators | undefined): boolean {
  if (headers.has('if-match') || headers.get('if-none-match')?.trim() === '*') return true
  return current?.lastModified !== undefined && !Number.isNaN(dateIn(headers, 'if-unmodified-since'))
}

function adviceFor(current: Validators | undefined): string {
  if (current === undefined) return 'Send If-None-Match: * to create it.'
  if (current.etag !== undefined) return 'Send If-Match with the ETag that you have seen.'
  return 'Send If-Unmodified-Since with the Last-Modified that you have seen.'
}

function validatorsOf({ version, etag, lastModified }: ResourceState): Validators {
  for (const [name, value] of Object.entries({ version, lastModified })) {
    if ([value].flat().some((part) => part instanceof Date && Number.isNaN(part.getTime()))) {
      throw new TypeError(`conditional(): "${name}" must be a valid date, got an invalid one.`)
    }
  }
  if (etag !== undefined && !isEntityTag(etag)) {
    throw new TypeError(`conditional(): "etag" must be a tag in quotes, such as '"7"', got ${describeValue(etag)}.`)
  }
  return { etag: version === undefined ? etag : tagOf(version), lastModified: lastModified?.getTime() }
}

function tagOf(version: VersionPart | readonly VersionPart[]): string {
  const parts = Array.isArray(version) ? (version as readonly VersionPart[]) : [version as VersionPart]
  const texts = parts.map((part) => encodeURIComponent(part instanceof Date ? part.toISOString() : String(part)))
  return `"${texts.join(',')}"`
}

/**
 * Returns the headers with all tags of `If-Match` strong: whoever made the tag of a version weak has changed the bytes of
 * the response, and not the version.
 */
function strong(headers: Headers): Headers {
  const match = headers.get('if-match')
  if (!match?.includes('W/')) return headers
  const all = new Headers(headers)
  all.set('if-match', match.replaceAll('W/"', '"'))
  return all
}
