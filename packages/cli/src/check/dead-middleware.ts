import type { ApplicationDescription, MiddlewareDescription, RouteDescription } from '@app/core'
import { Route } from '@app/router'
import { expandOptional } from '@app/router/adapter'
import type { Problem } from '../command.ts'
import { middlewareText } from '../output/middleware-text.ts'

/**
 * Middleware or a route that answers all requests under a path, so that no such request reaches the middleware after
 * it.
 */
interface Wall {
  readonly path: string
  /** True if only requests for paths below `path` are answered, and not requests for `path` itself. */
  readonly isBelow: boolean
  readonly host: string | undefined
  readonly label: string
}

/**
 * Finds piped middleware that never runs, since middleware or a route before it answers all requests that it could get.
 *
 * Only two things are certain to answer every request that they get. One is a piped handler, which takes no next
 * handler to pass a request on to. The other is a route that matches all paths, if no route of its application has
 * middleware that may pass a request on.
 */
export function deadMiddleware({ items, routes }: ApplicationDescription): readonly Problem[] {
  return new Walk().through(items, { path: '', host: undefined, place: 'position', routes })
}

interface Around {
  readonly path: string
  readonly host: string | undefined
  readonly place: string
  /** The routes of the application that contains the middleware. */
  readonly routes: readonly RouteDescription[]
}

class Walk {
  #walls: Wall[] = []

  through(items: readonly MiddlewareDescription[], around: Around): readonly Problem[] {
    return items.flatMap((item, index) => {
      const { path = '', paths = [path] } = item
      return paths.flatMap((own) => this.#enter(item, around.path + own, around, `${around.place} ${index + 1}`))
    })
  }

  #enter(item: MiddlewareDescription, path: string, around: Around, place: string): readonly Problem[] {
    const host = item.host ?? around.host
    const label = labelOf(item, place)
    if (item.isError) {
      // Error middleware may pass a failed request on. So the middleware after it may run, even if a `Wall` is before
      // it.
      this.#walls = []
      return []
    }
    const wall = this.#walls.find((candidate) => isBehind(candidate, path, host))
    // If the routing step never runs, its problem says already that no route runs. So the dispatch step after it gets
    // no problem of its own.
    if (wall) return item.kind === 'dispatch' ? [] : [deadProblem(item, label, path, wall)]
    if (item.items) {
      return this.through(item.items, { path, host, place: `${label}, item`, routes: item.routes ?? around.routes })
    }
    // If the item has a name, it is `dispatchMiddleware`, a part of the dispatch step that was piped by itself. This
    // part passes on requests whose method no route has, so it does not answer all requests.
    if (item.kind === 'dispatch' && item.name === undefined)
      this.#walls.push(...wallsOfRoutes(around.routes, path, host))
    else if (item.isFinal) this.#walls.push({ path, host, label, isBelow: false })
    return []
  }
}

function isBehind(wall: Wall, path: string, host: string | undefined): boolean {
  if (wall.host !== undefined && wall.host !== host) return false
  return path.startsWith(`${wall.path}/`) || (path === wall.path && !wall.isBelow)
}

/**
 * Returns a `Wall` for each route that matches all paths, or all paths under a prefix. The methods of the route do not
 * matter, since dispatch answers a request with another method with a 405.
 */
function wallsOfRoutes(routes: readonly RouteDescription[], path: string, host: string | undefined): readonly Wall[] {
  if (!routes.every(({ middleware }) => middleware.isFinal)) return []
  return routes.flatMap((route) => {
    const { segments, tokens } = new Route(route.path, undefined).setOptions(route.options)
    const forms = expandOptional(segments)
    const literal = segments.slice(0, -1)
    const isCatchAll = segments.at(-1)?.kind === 'rest' && tokens.size === 0
    if (!isCatchAll || literal.some((segment) => segment.kind !== 'static')) return []
    const below = literal.map((segment) => `/${segment.kind === 'static' ? segment.text : ''}`).join('')
    const hasPathItself = below === '' || forms.some((form) => form.length === literal.length)
    return [{ path: path + below, host, isBelow: !hasPathItself, label: `route ${route.name}` }]
  })
}

function labelOf(item: MiddlewareDescription, place: string): string {
  const { entry } = item
  if (!entry) return item.isDefault ? `The ${item.kind} step` : `${place} (${middlewareText(item)})`
  return entry.origin === undefined ? entry.key : `${entry.key} (${entry.origin})`
}

function deadProblem(item: MiddlewareDescription, label: string, path: string, wall: Wall): Problem {
  const what = item.kind === 'routing' ? `${label}, and with it every route,` : label
  const under = wall.path === '' ? 'every request' : `every request ${wall.isBelow ? 'below' : 'under'} ${wall.path}`
  const message =
    `${what} never runs${path === '' ? '' : ` at ${path}`}: ${wall.label} answers ${under} before. ` +
    'Put it earlier, or limit the other one to a path, or let the other one pass requests on.'
  return { kind: 'dead-middleware', message: message.replace(/^position/, 'Position') }
}
