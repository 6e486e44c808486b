import { canonicalPath } from '@app/router'

/** A parsed request target: the canonical path, and the query with its question mark. */
export interface RequestTarget {
  readonly path: string
  readonly search: string
}

/**
 * Parses a request target. Returns `undefined` for a target that has to be answered with 400.
 *
 * Accepts three forms: the origin form (`/a?b`), the absolute form with http or https, of which it takes path and
 * query, and `*` for OPTIONS, which becomes the path `/`. Refuses all other forms, and targets with a fragment, a
 * control character or a path that `canonicalPath` refuses. Source: RFC 9112 section 3.2.
 */
export function parseTarget(method: string, target: string): RequestTarget | undefined {
  const origin = target.charCodeAt(0) === 47 ? target : originForm(method, target)
  if (origin === undefined) return undefined
  const question = origin.indexOf('?')
  if (question === -1) {
    const path = canonicalPath(origin)
    return path === undefined ? undefined : { path, search: '' }
  }
  const search = origin.slice(question)
  if (NOT_IN_A_QUERY.test(search)) return undefined
  const path = canonicalPath(origin.slice(0, question))
  return path === undefined ? undefined : { path, search }
}

/**
 * Characters that no query may have: a fragment is not part of a target, browsers leave out some control characters,
 * and no client sends the others.
 */
const NOT_IN_A_QUERY = /[#\x00-\x1f\x7f]/

function originForm(method: string, target: string): string | undefined {
  if (target === '*') return method === 'OPTIONS' ? '/' : undefined
  const absolute = ABSOLUTE.exec(target)
  if (!absolute) return undefined
  const rest = absolute[2] ?? ''
  return rest.startsWith('/') ? rest : `/${rest}`
}

/**
 * Returns the host and optional port of a target in absolute form, which overrides the header `Host`; `undefined` for
 * other forms.
 */
export function authorityOf(target: string): string | undefined {
  return target.charCodeAt(0) === 47 ? undefined : ABSOLUTE.exec(target)?.[1]
}

/**
 * The absolute form with a host. Its authority may only have characters that all parsers read alike. The groups are the
 * host with its port, and the rest of the target after the authority. Source: RFC 3986 section 3.2.
 */
const ABSOLUTE =
  /^https?:\/\/(?:[\w\-.~!$&'()*+,;=%:]*@)?((?:\[[\da-f:.]+\]|[\w\-.~!$&'()*+,;=%]+)(?::\d*)?)((?:[/?].*)?)$/i
