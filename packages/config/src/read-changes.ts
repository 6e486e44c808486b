import type { Branch } from './config-node.ts'
import type { Origin } from './origin.ts'
import { readLayer } from './read-layer.ts'
import { type Trace, traceAt, traceOf } from './trace.ts'

/**
 * Reads a changed configuration. Unchanged values keep their origin.
 *
 * A finished map or list is recognized at any place, another value only at its old place.
 */
export function readChanges(changed: object, before: Trace, origin: Origin): Branch {
  return readLayer(changed, origin, (value, path) => {
    const known = traceOf(value)
    if (known !== undefined) return known
    const old = traceAt(before, path)
    return old !== undefined && old.children === undefined && Object.is(old.value, value) ? old : undefined
  }).tree
}
