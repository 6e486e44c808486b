import { RouteError } from './route-error.ts'

/** An HTTP method: the usual ones, or any other token (RFC 9110 section 9.1). */
export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS' | 'TRACE' | (string & {})

/** Gives the methods of a route in upper case; `null` means any method. Throws `RouteError` for an invalid method. */
export function normalizeMethods(path: string, methods: readonly Method[] | null): readonly string[] | null {
  if (methods === null) return null
  if (!Array.isArray(methods)) {
    throw new RouteError(`Route "${path}": methods are a list like ['GET'], got ${JSON.stringify(methods)}.`)
  }
  const upper = methods.map((method) => {
    if (typeof method === 'string' && TOKEN.test(method)) return method.toUpperCase()
    throw new RouteError(`Route "${path}": ${JSON.stringify(method)} is not an HTTP method.`)
  })
  return shared([...new Set(upper)])
}

/**
 * Gives one shared array for equal lists of methods. This saves memory, since a program has many routes with few
 * different lists.
 */
function shared(methods: readonly string[]): readonly string[] {
  const key = methods.join()
  const known = lists.get(key)
  if (known) return known
  const list = Object.freeze(methods)
  if (lists.size < MAX_LISTS) lists.set(key, list)
  return list
}

const lists = new Map<string, readonly string[]>()
const MAX_LISTS = 100

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
