import { attributeKey } from '@app/core'

/** The request attribute with all attributes that middleware of the cases sets: a map, by the names in the vectors. */
export const NAMED = attributeKey<Readonly<Record<string, unknown>>>('named attributes', { default: {} })
