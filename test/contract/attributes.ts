import { attributeKey } from '@app/core'

/** The attributes that behaviours set by name. */
export const NAMED = attributeKey<Readonly<Record<string, unknown>>>('named attributes', { default: {} })
