import { subscribe } from 'node:diagnostics_channel'

/** What was seen of one service. */
export interface SeenService {
  /** Milliseconds since 1970; `undefined` until it was made. */
  madeAt?: number
  /** Milliseconds, with those of the services that it asked for. */
  duration?: number
  /** The service for which it was made; `undefined` if nothing in the container has asked. */
  madeFor?: string
  hasFailed?: boolean
  /** The services that it has asked for. */
  readonly asked: Set<string>
}

/** What was seen of services since `watchServices` was called, by their names. */
export const seenServices: Map<string, SeenService> = new Map()

/**
 * Notes from now on which services containers of `@app/container-factory` make, when, and who asks for them. A second call
 * changes nothing.
 *
 * `inspector` calls it. To see the services that are made before there is an application, call it first, as `app serve` does.
 *
 * @example
 * import { inspector, watchServices } from '@app/inspector'
 *
 * watchServices()
 * const { default: app } = await import('./app.ts')
 * await app.run({ inFront: inspector(app) })
 */
export function watchServices(): void {
  if (isWatching) return
  isWatching = true
  subscribe('@app/container-factory:service', (message) => {
    const { event, service, requirer, duration } = message as Message
    const seen = seenOf(service)
    if (event === 'requested') {
      if (requirer !== undefined) seenOf(requirer).asked.add(service)
      return
    }
    seen.hasFailed = event === 'failed'
    if (event === 'failed') return
    seen.madeAt = Date.now()
    if (duration !== undefined) seen.duration = duration
    if (requirer !== undefined) seen.madeFor = requirer
  })
}

/** The message of the channel, whose type is that of a package that an application may not have. */
interface Message {
  readonly event: 'requested' | 'made' | 'failed'
  readonly service: string
  readonly requirer: string | undefined
  readonly duration?: number
}

function seenOf(name: string): SeenService {
  const known = seenServices.get(name)
  if (known) return known
  const seen: SeenService = { asked: new Set() }
  // Names of abstract factories have no end.
  if (seenServices.size < MOST) seenServices.set(name, seen)
  return seen
}

let isWatching = false
const MOST = 5_000
