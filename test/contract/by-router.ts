import type { RouterInterface } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { TrouterRouter } from '@app/router-trouter'
import { isMap } from './php-map.ts'

/** Our router in place of a router of the reference. */
export function routerFor(name: string | undefined): RouterInterface {
  return name === 'aura' ? new TrouterRouter() : new FindMyWayRouter()
}

/** A path that each router spells in its own way: ours is that of the brace router. */
export function pathFor(path: unknown): unknown {
  return isMap(path) ? (path.fastroute ?? path['*']) : path
}

/** Options that each router spells in its own way, in the same spelling. */
export function optionsFor(options: unknown): unknown {
  return isMap(options) && isMap(options['*byRouter']) ? options['*byRouter'].fastroute : options
}
