import { canonicalPath } from '@app/router'

/** The canonical path of a request target and what follows it, from the question mark on. */
export interface RequestTarget {
  readonly path: string
  readonly search: string
}

/**
 * Reads a request target, or gives `undefined` for one that is refused with 400.
 *
 * Origin form (`/a?b`), absolute form with http or https, whose path is taken, and `*` for OPTIONS, which is the path
 * `/`. Refused: a fragment, a path that `canonicalPath` refuses, anything else.
 * Source: RFC 9112 section 3.2.
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
  if (search.includes('#')) return undefined
  const path = canonicalPath(origin.slice(0, question))
  return path === undefined ? undefined : { path, search }
}

function originForm(method: string, target: string): string | undefined {
  if (target === '*') return method === 'OPTIONS' ? '/' : undefined
  const absolute = ABSOLUTE.exec(target)
  if (!absolute) return undefined
  const rest = absolute[2] ?? ''
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** The host, and perhaps port, in a target in absolute form, which goes before `Host`; `undefined` in any other. */
export function authorityOf(target: string): string | undefined {
  return target.charCodeAt(0) === 47 ? undefined : ABSOLUTE.exec(target)?.[1]
}

/**
 * A host must be there, and the authority hold nothing that the two sides could read differently; what follows is the
 * path. Source: RFC 3986 section 3.2.
 */
const ABSOLUTE =
  /^https?:\/\/(?:[\w\-.~!$&'()*+,;=%:]*@)?((?:\[[\da-f:.]+\]|[\w\-.~!$&'()*+,;=%]+)(?::\d*)?)((?:[/?].*)?)$/i
