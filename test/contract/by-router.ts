import type { RouterInterface } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { TrouterRouter } from '@app/router-trouter'
import { isMap } from './php-map.ts'

/**
 * Makes our router that takes the place of a router of Mezzio: that for trouter for Aura, else that for find-my-way.
 */
export function routerFor(name: string | undefined): RouterInterface {
  return name === 'aura' ? new TrouterRouter() : new FindMyWayRouter()
}

/**
 * Gives the path of a route. If a recorded case has one spelling for each router of Mezzio, gives FastRoute's, which is
 * written with braces.
 */
export function pathFor(path: unknown): unknown {
  return isMap(path) ? (path.fastroute ?? path['*']) : path
}

/** Gives the options of a route. If a recorded case has one spelling for each router of Mezzio, gives FastRoute's. */
export function optionsFor(options: unknown): unknown {
  return isMap(options) && isMap(options['*byRouter']) ? options['*byRouter'].fastroute : options
}
