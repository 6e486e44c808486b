import { type MetadataKey, metadataKey } from '@app/core'
import type { EndpointDescription } from '../endpoint.ts'

/**
 * The description of a route's endpoint, as metadata: `route.metadata(ENDPOINT)`.
 *
 * In configuration, `entryFor` sets this metadata to a function that returns the description: a configuration copies
 * and freezes its values, and some schemas do not work if they are copied or frozen.
 */
export const ENDPOINT: MetadataKey<EndpointDescription> = metadataKey<EndpointDescription>('@app/endpoint', {
  check: (value) => {
    const description = typeof value === 'function' ? value() : value
    if (isDescription(description)) return description
    throw new TypeError(
      'the value has to be the result of endpoint({ method, path, responses }), or a function that returns one',
    )
  },
})

function isDescription(value: unknown): value is EndpointDescription {
  if (typeof value !== 'object' || value === null) return false
  const { method, path, responses } = value as Partial<EndpointDescription>
  return typeof method === 'string' && typeof path === 'string' && typeof responses === 'object' && responses !== null
}
