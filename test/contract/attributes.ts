import { attributeKey } from '@app/core'

/** What behaviours set as attributes by name. */
export const NAMED: ReturnType<typeof attributeKey<Readonly<Record<string, unknown>>>> = attributeKey<
  Readonly<Record<string, unknown>>
>('named attributes', {})
