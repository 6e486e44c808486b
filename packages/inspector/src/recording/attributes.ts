import type { ServerRequest } from '@app/core'
import { describeValue, isMap } from '@app/core/extending'
import { attributesOf } from '@app/core/internal'
import type { Masks } from '../masks.ts'
import type { Pair } from '../shown.ts'

/** The attributes of a request, as a chain that begins with the attribute that was set last. */
export type Attributes = ReturnType<typeof attributesOf>

/**
 * Returns the attributes that were set between two states of a request, the last 50 at most, in the order in which they
 * were set.
 */
export function attributesSet(request: ServerRequest, before: Attributes, masks: Masks): readonly Pair[] {
  const set: Pair[] = []
  for (let link = attributesOf(request); link !== undefined && link !== before; link = link.earlier) {
    const name = link.id.description ?? ''
    if (set.length < MOST) set.unshift([name, masks.value(name, preview(link.value))])
  }
  return set
}

/**
 * Describes a value without running its code: a string by its first 200 characters, a list by its length, and any other
 * object by the names of its first 12 properties.
 */
function preview(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 200))
  if (typeof value !== 'object' || value === null) {
    return typeof value === 'function' || typeof value === 'symbol' ? describeValue(value) : String(value)
  }
  try {
    const names = Object.keys(value).slice(0, 12).join(', ')
    if (Array.isArray(value)) return `list of ${value.length}`
    return isMap(value) ? `{ ${names} }` : `${describeValue(value).replace('an instance of ', '')} { ${names} }`
  } catch {
    return 'a value that cannot be shown'
  }
}

const MOST = 50
