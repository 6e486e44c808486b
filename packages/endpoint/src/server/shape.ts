/**
 * The keys that a schema names, as data. A shape is a `map` of keys, a `list` of items, `leaf` for a value without
 * keys, or `any` if the schema says nothing about the value. It may also be a choice of shapes, of which a value has
 * `one` or `all`.
 */
export type Shape = SingleShape | Choice
export type SingleShape = 'any' | 'leaf' | MapShape | ListShape
export interface Choice {
  readonly kind: 'one' | 'all'
  readonly of: readonly Lazy[]
}

/** A function that makes the shape of a part when the shape is needed, since schemas may contain themselves. */
export type Lazy = () => Shape

export interface MapShape {
  readonly kind: 'map'
  readonly keys: ReadonlyMap<string, Lazy>
  /** The shape of values under all other keys; `undefined` if there are no other keys. */
  readonly rest: Lazy | undefined
  /** The keys that distinguish this shape from the other shapes of a choice, each with its possible values. */
  readonly marks: ReadonlyMap<string, readonly unknown[]>
}

export interface ListShape {
  readonly kind: 'list'
  readonly first: readonly Lazy[]
  readonly rest: Lazy
}
