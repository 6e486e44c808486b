import type { RouterInterface } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { TrouterRouter } from '@app/router-trouter'
import { isMap } from './php-map.ts'

/** Our router in place of a router of the reference. */
export function routerFor(name: string | undefined): RouterInterface {
  return name === 'aura' ? new TrouterRouter() : new FindMyWayRouter()
}

/** The path of a route. A case may give it in the spelling of each router; ours is that with braces. */
export function pathFor(path: unknown): unknown {
  return isMap(path) ? (path.fastroute ?? path['*']) : path
}

/** The options of a route. A case may give them in the spelling of each router; ours is that with braces. */
export function optionsFor(options: unknown): unknown {
  return isMap(options) && isMap(options['*byRouter']) ? options['*byRouter'].fastroute : options
}
