import { attributeKey } from '@app/core'

/** What behaviours set as attributes by name. */
export const NAMED = attributeKey<Readonly<Record<string, unknown>>>('named attributes', { default: {} })
