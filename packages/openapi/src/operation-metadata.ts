import { type MetadataKey, metadataKey } from '@app/core'

/** Members to add to the operation of a route. `false` leaves the route out of the document. */
export type OperationMetadata = false | Readonly<Record<string, unknown>>

/**
 * Members for the operation of a route, besides the members from its endpoint: `app.get('/about',
 * about).set(OPERATION, { summary: 'Who we are' })`. `false` leaves the route out of the document.
 *
 * In the configuration, this metadata is written `metadata: { '@app/openapi': false }`. Source: OpenAPI 3.1.1,
 * operation object.
 */
export const OPERATION: MetadataKey<OperationMetadata> = metadataKey<OperationMetadata>('@app/openapi', {
  check: (value) => {
    if (value === false || (typeof value === 'object' && value !== null && !Array.isArray(value))) {
      return value as OperationMetadata
    }
    throw new TypeError('the value has to be a map for the operation of a document, or false to leave the route out')
  },
})
