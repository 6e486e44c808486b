import type { ServiceKey } from './service-container.ts'
import { keyText } from './value-kinds.ts'

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
export function tellOfRequest(key: ServiceKey, requirer: ServiceKey): void {
  SERVICE_CHANNEL?.publish({ event: 'requested', service: keyText(key), requirer: keyText(requirer) })
}

/** Begins to measure a construction. Returns a function that publishes the result of the construction. */
export function tellOfConstruction(
  key: ServiceKey,
  requirer: ServiceKey | undefined,
): (event: 'made' | 'failed') => void {
  const begun = performance.now()
  return (event) => {
    const message = { event, service: keyText(key), requirer: requirer && keyText(requirer) }
    SERVICE_CHANNEL?.publish({ ...message, duration: performance.now() - begun })
  }
}
