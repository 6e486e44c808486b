import type { EntryDescription } from '@app/core'
import type { Route } from '@app/router'
import type { Mount, Surveyed } from './survey.ts'
import type { FoundRequest } from './way-request.ts'

/** A route or handler that some request may reach without the middleware of a policy. */
interface Open {
  /** The route or handler, named with the place where it is written: `Route GET /x, routes.x (config/routes.ts),`. */
  readonly text: string
  readonly path: string
  readonly request: FoundRequest | undefined
  /** The name of the policy's middleware. */
  readonly pass: string
  readonly guards: readonly Surveyed[]
}

/**
 * Writes the message for a route or handler that some request may reach without the middleware of a policy: its place,
 * such a request if one was found, and a remedy.
 */
export function openRoute({ text: name, path, request, pass, guards }: Open): string {
  if (request === undefined) {
    return `${name} may be reached without ${pass}: neither a request that does so was found, nor a proof that there is none. ${whyOpen(guards, path)}`
  }
  const { method, host, errors = [] } = request
  const shown = `${method} ${request.path}${host === undefined ? '' : ` for the host ${host}`}`
  if (errors.length > 0) {
    const ways = errors.map(({ thrownBy, resumedBy }) => `${thrownBy} throws and ${resumedBy} goes on`)
    return (
      `${name} is reached without ${pass} by ${shown}, where ${ways.join(', and ')}. ` +
      `Put that error middleware after dispatch, or before ${pass}.`
    )
  }
  return `${name} is reached without ${pass} by ${shown}. ${whyOpen(guards, request.path)}`
}

function whyOpen(guards: readonly Surveyed[], path: string): string {
  const except = `or write the path of the route into "except"`
  const prefixes = guards.map(({ basePath }) => basePath)
  if (!prefixes.some((prefix) => prefix === '' || path === prefix || path.startsWith(`${prefix}/`))) {
    const covered = [...new Set(prefixes)].map((prefix) => `"${prefix}"`).join(', ')
    return `It covers ${covered} alone. Give it a wider path, move the route under it, ${except}.`
  }
  const places = [...new Set(guards.map(({ node }) => (node.entry ? placeOfEntry(node.entry) : node.place)))]
  return `It comes after the route, or beside it: ${places.join(', ')}. Put it before, by a higher priority, ${except}.`
}

/**
 * Names a route by its methods, its path with the prefix, and the place where it is written: the entry of the route, or
 * else the entry that contains its application.
 */
export function routeText(route: Route, { content, basePath, entry: outer }: Mount): string {
  const own = content.table.nodes.get(route)?.entry
  const methods = route.methods === null ? 'any method' : route.methods.join('|')
  const place = own ? `, ${placeOfEntry(own)},` : outer ? `, in ${placeOfEntry(outer)},` : ''
  return `Route ${methods} ${basePath}${route.path}${place}`
}

/** Names an entry of the configuration by its key and its origin. */
export function placeOfEntry({ key, origin }: EntryDescription): string {
  return origin === undefined ? key : `${key} (${origin})`
}
