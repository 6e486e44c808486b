import { subscribe } from 'node:diagnostics_channel'

/** The data that was observed about one service. */
export interface SeenService {
  /** Milliseconds since 1970; `undefined` until the service is made. */
  madeAt?: number
  /** The milliseconds that making the service took, including the services that it requested. */
  duration?: number
  /**
   * The service that requested this service when it was last made; `undefined` if no service of the container ever did.
   */
  madeFor?: string
  hasFailed?: boolean
  /** The services that this service has requested. */
  readonly asked: Set<string>
}

/** The data that was observed about services since `watchServices` was called, by the names of the services. */
export const seenServices: Map<string, SeenService> = new Map()

/**
 * Begins to note which services the containers of `@app/container-factory` make, when, and which service requests which
 * other. Calling the function again changes nothing.
 *
 * `inspector` calls `watchServices`. To see also the services that are made while the application is loaded, call
 * `watchServices` before, as `app serve` does.
 *
 * @example
 * import { inspector, watchServices } from '@app/inspector'
 *
 * watchServices()
 * const { default: app } = await import('./app.ts')
 * await app.run({ before: inspector(app) })
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

/**
 * A message of the tracing channel on which `@app/container-factory` reports. The type is written out here, since an
 * application may lack that package.
 */
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
  // The number of names is limited, since abstract factories can make services under any number of names.
  if (seenServices.size < MOST) seenServices.set(name, seen)
  return seen
}

let isWatching = false
const MOST = 5_000
