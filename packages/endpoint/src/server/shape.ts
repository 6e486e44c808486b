/**
 * What a schema names of a value: `any` for a value of which it says nothing, `leaf` for one without keys, `one` of several, or
 * `all` of them together.
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
  /** That of keys without a name; `undefined` where there are none. */
  readonly rest: Lazy | undefined
  /** What tells it from others: keys, each with the values that it may have. */
  readonly marks: ReadonlyMap<string, readonly unknown[]>
}

export interface ListShape {
  readonly kind: 'list'
  readonly first: readonly Lazy[]
  readonly rest: Lazy
}
