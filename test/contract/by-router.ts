import type { RouterInterface } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { TrouterRouter } from '@app/router-trouter'
import { isMap } from './php-map.ts'

/** Makes the router of ours that replaces a router of the reference. */
export function routerFor(name: string | undefined): RouterInterface {
  return name === 'aura' ? new TrouterRouter() : new FindMyWayRouter()
}

/**
 * Gives the path of a route. A case may have one spelling for each router of the reference; we take that with braces,
 * which is FastRoute's.
 */
export function pathFor(path: unknown): unknown {
  return isMap(path) ? (path.fastroute ?? path['*']) : path
}

/** Gives the options of a route. A case may have one spelling for each router of the reference; we take FastRoute's. */
export function optionsFor(options: unknown): unknown {
  return isMap(options) && isMap(options['*byRouter']) ? options['*byRouter'].fastroute : options
}
