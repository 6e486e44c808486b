import { attributeKey } from '@app/core'

/**
 * The request attribute that holds a map of all attributes that middleware of the recorded cases sets, by their
 * recorded names.
 */
export const NAMED = attributeKey<Readonly<Record<string, unknown>>>('named attributes', { default: {} })
