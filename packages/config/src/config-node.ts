import type { EnvRequest } from './env.ts'
import type { KeyPath } from './key-path.ts'
import type { Origin } from './origin.ts'
import type { Trace } from './trace.ts'

/**
 * The form in which configuration is merged: maps of maps and boxes.
 *
 * A box is a function because `lodash.merge` neither looks into one nor writes to it: it assigns it over whatever was
 * there, and a map over it. So the library merges maps by key and can do nothing else.
 */
export type ConfigNode = MapNode | Box

/** A map on its way through the merge. */
export interface MapNode {
  [key: string]: ConfigNode
}

/** Whatever is not a map, with the source it came from. */
export type Box = () => BoxedValue | BoxedEnv | BoxedList | BoxedTrace

/** A scalar, null, a function or an instance. */
export interface BoxedValue {
  readonly kind: 'value'
  readonly value: unknown
  readonly origin: Origin
}

/** A variable that is still to be read. */
export interface BoxedEnv {
  readonly kind: 'env'
  readonly request: EnvRequest
  readonly origin: Origin
}

/** A list whose items keep the source that gave them. */
export interface BoxedList {
  readonly kind: 'list'
  readonly items: readonly ListItem[]
  readonly origin: Origin
}

/** An item of a list. */
export interface ListItem {
  readonly node: ConfigNode
  readonly origin: Origin
}

/** Something that is built already. */
export interface BoxedTrace {
  readonly kind: 'trace'
  readonly trace: Trace
}

/** What one source gives. */
export interface Layer {
  readonly origin: Origin
  readonly tree: MapNode
  /** Where `replace()` stood: earlier layers end there, and the key keeps its place among the others. */
  readonly replaced: readonly KeyPath[]
  /** Where `remove()` stood: earlier layers end there, and the key is gone. */
  readonly removed: readonly KeyPath[]
}

/** A map node that inherits nothing, so that no key of it is there by accident. */
export function mapNode(): MapNode {
  return Object.create(null) as MapNode
}

/** The list that a node holds, if it does. */
export function listIn(node: ConfigNode): BoxedList | undefined {
  const boxed = typeof node === 'function' ? node() : undefined
  return boxed?.kind === 'list' ? boxed : undefined
}
