/**
 * A message of a container on the channel `@app/container-factory:service` of `node:diagnostics_channel`, for tools.
 *
 * The event is `requested` if another service has requested the service, `made` if the service was constructed, and
 * `failed` if its construction failed. `duration` has the milliseconds of a construction, including the constructions
 * of other services that happened meanwhile because this service requires them; `requested` has no duration.
 */
export interface ServiceMessage {
  readonly event: 'requested' | 'made' | 'failed'
  readonly service: string
  /** The name of the requesting service; `undefined` for a request from outside of the container. */
  readonly requirer: string | undefined
  readonly duration?: number
}

/** The members of a channel of `node:diagnostics_channel` that this module uses. */
interface Channel {
  readonly hasSubscribers: boolean
  publish(message: ServiceMessage): void
}

interface Platform {
  readonly process?: {
    getBuiltinModule?(name: string): { readonly channel: (name: string) => Channel } | undefined
  }
}

/**
 * The channel for the messages; `undefined` on a platform without `node:diagnostics_channel`, such as Workers. The
 * container calls the functions below only while tools have subscribed.
 */
export const SERVICE_CHANNEL: Channel | undefined = /* @__PURE__ */ (globalThis as Platform).process
  ?.getBuiltinModule?.('node:diagnostics_channel')
  ?.channel('@app/container-factory:service')

/** Publishes that a service has requested another one. */
export function tellOfRequest(service: string, requirer: string): void {
  SERVICE_CHANNEL?.publish({ event: 'requested', service, requirer })
}

/** Begins to measure a construction. Returns a function that publishes the result of the construction. */
export function tellOfConstruction(service: string, requirer: string | undefined): (event: 'made' | 'failed') => void {
  const begun = performance.now()
  return (event) => {
    SERVICE_CHANNEL?.publish({ event, service, requirer, duration: performance.now() - begun })
  }
}
