import type { RouterInterface } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { TrouterRouter } from '@app/router-trouter'
import { isMap } from './php-map.ts'

/** Makes the router that takes the place of a router of Mezzio: `TrouterRouter` for Aura, else `FindMyWayRouter`. */
export function routerFor(name: string | undefined): RouterInterface {
  return name === 'aura' ? new TrouterRouter() : new FindMyWayRouter()
}

/**
 * Returns the path of a route. If a recorded case spells the path differently for each router of Mezzio, gives the
 * spelling for FastRoute, which has braces, or, without one, the spelling for all other routers (`*`).
 */
export function pathFor(path: unknown): unknown {
  return isMap(path) ? (path.fastroute ?? path['*']) : path
}

/**
 * Returns the options of a route. If a recorded case spells them differently for each router of Mezzio, gives those of
 * FastRoute.
 */
export function optionsFor(options: unknown): unknown {
  return isMap(options) && isMap(options['*byRouter']) ? options['*byRouter'].fastroute : options
}
