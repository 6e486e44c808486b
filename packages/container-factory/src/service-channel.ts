import type { ServiceKey } from './service-container.ts'
import { keyText } from './value-kinds.ts'

/**
 * What a container tells on the channel `@app/container-factory:service` of `node:diagnostics_channel`, for tools.
 *
 * `requested`: another service has asked for it. `made`: it was constructed; `duration` has the milliseconds, with those of
 * the services that it asked for. `failed`: its construction threw.
 */
export interface ServiceMessage {
  readonly event: 'requested' | 'made' | 'failed'
  readonly service: string
  /** The service that has asked; `undefined` for a request from outside. */
  readonly requirer: string | undefined
  readonly duration?: number
}

/** The part of a channel of node that is used here. */
interface Channel {
  readonly hasSubscribers: boolean
  publish(message: ServiceMessage): void
}

interface Platform {
  readonly process?: {
    getBuiltinModule?(name: string): { readonly channel: (name: string) => Channel } | undefined
  }
}

/** The channel; `undefined` on a platform without channels, such as Workers. */
const SERVICE_CHANNEL: Channel | undefined = /* @__PURE__ */ (globalThis as Platform).process
  ?.getBuiltinModule?.('node:diagnostics_channel')
  ?.channel('@app/container-factory:service')

/** Tells tools, if any listen, that a service has asked for another one. */
export function tellOfRequest(key: ServiceKey, requirer: ServiceKey): void {
  if (!SERVICE_CHANNEL?.hasSubscribers) return
  SERVICE_CHANNEL.publish({ event: 'requested', service: keyText(key), requirer: keyText(requirer) })
}

/** Begins to measure a construction, if any tool listens. The function tells how it has ended. */
export function tellOfConstruction(
  key: ServiceKey,
  requirer: ServiceKey | undefined,
): ((event: 'made' | 'failed') => void) | undefined {
  if (!SERVICE_CHANNEL?.hasSubscribers) return undefined
  const begun = performance.now()
  return (event) => {
    const message = { event, service: keyText(key), requirer: requirer && keyText(requirer) }
    SERVICE_CHANNEL.publish({ ...message, duration: performance.now() - begun })
  }
}
