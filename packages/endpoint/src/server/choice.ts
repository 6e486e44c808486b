import type { Choice, Lazy, ListShape, MapShape, Shape, SingleShape } from './shape.ts'

/**
 * Reduces a choice between shapes to one shape, for a certain value. A shape has the keys that a schema names, as data;
 * `declared()` then removes from the value all keys that the one shape does not name.
 *
 * For a choice of kind `one`, combines the shapes whose constants, such as `type: 'note'`, occur in the value, or all
 * its shapes if none fits. For a choice of kind `all`, combines all its shapes. A shape that is not a choice is
 * returned unchanged.
 */
export function singleShape(shape: Shape, value: object): SingleShape {
  if (!isChoice(shape)) return shape
  const simple = simplified(shape)
  if (!isChoice(simple)) return simple
  const parts = simple.of.map((part) => singleShape(part(), value))
  const isList = Array.isArray(value)
  const fitting = simple.kind === 'all' ? parts : parts.filter((part) => fits(part, value))
  const chosen = fitting.length > 0 ? fitting : parts
  return together(simple.kind, isList ? 'list' : 'map', chosen)
}

function isChoice(shape: Shape): shape is Choice {
  return typeof shape === 'object' && (shape.kind === 'one' || shape.kind === 'all')
}

/**
 * Leaves out the shapes of a choice that are `leaf`, as `null` is in `Note | null`. If one shape is left, returns that
 * shape; if several are left, the choice itself; if none is left, `leaf`.
 */
function simplified(choice: Choice): Shape {
  const known = simple.get(choice)
  if (known !== undefined) return known
  const parts = choice.of.map((part) => part()).filter((part) => part !== 'leaf')
  const [only = 'leaf', ...others] = parts
  const shape = others.length > 0 ? choice : isChoice(only) ? simplified(only) : only
  simple.set(choice, shape)
  return shape
}

const simple = new WeakMap<Choice, Shape>()

function fits(shape: SingleShape, value: object): boolean {
  if (shape === 'any') return true
  if (shape === 'leaf' || (shape.kind === 'list') !== Array.isArray(value)) return false
  if (shape.kind === 'list') return true
  for (const [key, constants] of shape.marks) {
    if (!constants.includes((value as Readonly<Record<string, unknown>>)[key])) return false
  }
  return true
}

/**
 * Combines several shapes into one of the kind `wanted`. Returns `any` for a choice of kind `one` that contains `any`,
 * and `any` or `leaf` if no shape is of the kind `wanted`. The combination of two shapes is made once, and then kept.
 */
function together(kind: Choice['kind'], wanted: 'list' | 'map', parts: readonly SingleShape[]): SingleShape {
  if (kind === 'one' && parts.includes('any')) return 'any'
  const same = parts.filter((part) => typeof part === 'object' && part.kind === wanted) as (ListShape | MapShape)[]
  const [first, ...others] = same
  if (first === undefined) return parts.includes('any') ? 'any' : 'leaf'
  return others.reduce((all, part) => pair(kind, all, part), first)
}

function pair(kind: Choice['kind'], a: ListShape | MapShape, b: ListShape | MapShape): ListShape | MapShape {
  const ofKind = pairs[kind].get(a) ?? new WeakMap<object, ListShape | MapShape>()
  pairs[kind].set(a, ofKind)
  const made = ofKind.get(b) ?? joined(kind, a, b)
  ofKind.set(b, made)
  return made
}

const pairs = {
  one: new WeakMap<object, WeakMap<object, ListShape | MapShape>>(),
  all: new WeakMap<object, WeakMap<object, ListShape | MapShape>>(),
}

function joined(kind: Choice['kind'], a: ListShape | MapShape, b: ListShape | MapShape): ListShape | MapShape {
  const both = (one: Lazy | undefined, other: Lazy | undefined): Lazy | undefined => {
    if (!one || !other) return one ?? other
    const choice: Choice = { kind, of: [one, other] }
    return () => choice
  }
  if (a.kind === 'list' && b.kind === 'list') {
    const length = Math.max(a.first.length, b.first.length)
    const first = Array.from({ length }, (_, index) => both(a.first[index] ?? a.rest, b.first[index] ?? b.rest) as Lazy)
    return { kind: 'list', first, rest: both(a.rest, b.rest) as Lazy }
  }
  if (a.kind !== 'map' || b.kind !== 'map') return a
  const names = new Set([...a.keys.keys(), ...b.keys.keys()])
  const keys = new Map([...names].map((name) => [name, both(a.keys.get(name), b.keys.get(name)) as Lazy]))
  return { kind: 'map', keys, rest: both(a.rest, b.rest), marks: new Map() }
}
