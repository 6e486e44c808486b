/**
 * The keys that a schema names: `any` where it says nothing of the value, `leaf` for a value without keys, `one` of
 * several shapes, or `all` of them together.
 */
export type Shape = SingleShape | Choice
export type SingleShape = 'any' | 'leaf' | MapShape | ListShape
export interface Choice {
  readonly kind: 'one' | 'all'
  readonly of: readonly Lazy[]
}

/** The shape of a part, when it is asked for: schemas may contain themselves. */
export type Lazy = () => Shape

export interface MapShape {
  readonly kind: 'map'
  readonly keys: ReadonlyMap<string, Lazy>
  /** The shape of values under all other keys; `undefined` where there are none. */
  readonly rest: Lazy | undefined
  /** The keys that distinguish it from other shapes, each with its possible values. */
  readonly marks: ReadonlyMap<string, readonly unknown[]>
}

export interface ListShape {
  readonly kind: 'list'
  readonly first: readonly Lazy[]
  readonly rest: Lazy
}
