import { attributeKey } from '@app/core'

/** The attributes that the middleware of the cases sets, by name. */
export const NAMED = attributeKey<Readonly<Record<string, unknown>>>('named attributes', { default: {} })
