import type { Segment } from '@app/router'
import type { DynamicEntry } from '@app/router/adapter'
import { toPart, toShape } from './engine-pattern.ts'

/**
 * The arrangement of the leaves of a tree, which decides how the tree is searched. A leaf has the entries that
 * find-my-way does not distinguish.
 *
 * - `apart`: at most one leaf matches a path, so that a look-up ends at the first leaf.
 * - `ordered`: if several leaves match a path, find-my-way finds the more specific one first.
 * - `crossed`: the choice between two leaves may depend on text after a value or on a token, which find-my-way ignores.
 */
export type Layout = 'apart' | 'ordered' | 'crossed'

export function layoutOf(entries: readonly DynamicEntry[]): Layout {
  // Without a catch-all, a request path matches only routes with as many segments. So routes with different numbers of
  // segments never compete, and only routes with the same number are compared with each other.
  const hasRest = entries.some(({ form }) => form.segments.at(-1)?.kind === 'rest')
  const beginnings = new Map<string, Beginning>()
  const values = new Map<string, Value>()
  for (const { form } of entries) {
    const shape = `${hasRest ? '' : form.segments.length}${toShape(form.segments)}`
    let from = shape.indexOf('/')
    for (const segment of form.segments) {
      const part = toPart(segment)
      const to = from + 1 + part.length
      notePart(beginnings, shape.slice(0, from), part, segment)
      if (segment.kind !== 'static') noteValue(values, shape.slice(0, to), segment, shape.slice(to))
      from = to
    }
  }
  if (![...beginnings.values()].some(({ isMixed, hasValue }) => isMixed && hasValue)) return 'apart'
  return [...values.values()].some(({ isMixed, goesOnMixed }) => isMixed && goesOnMixed) ? 'crossed' : 'ordered'
}

/**
 * A beginning that paths share, in the syntax of find-my-way. `part` is the segment that follows it in the first path
 * with this beginning; `hasValue` is set if in any of these paths the segment that follows it has a placeholder or is a
 * catch-all.
 */
interface Beginning {
  readonly part: string
  /** True if other paths have another segment, in the syntax of find-my-way, after this beginning. */
  isMixed: boolean
  hasValue: boolean
}

/**
 * A beginning that several paths share, in the syntax of find-my-way, and that ends with a segment with a placeholder.
 * In the routes, the last segments of this beginning may differ in the text after a value and in tokens, since
 * find-my-way ignores both.
 */
interface Value {
  readonly kind: string
  /**
   * True if some of these last segments are more specific than others. `kind` stands for the specificity of the first
   * one.
   */
  isMixed: boolean
  readonly tail: string
  /** True if the paths differ after this beginning. `tail` is the rest of the first path. */
  goesOnMixed: boolean
}

function notePart(beginnings: Map<string, Beginning>, start: string, part: string, { kind }: Segment): void {
  const beginning = beginnings.get(start)
  if (beginning) {
    beginning.isMixed ||= beginning.part !== part
    beginning.hasValue ||= kind !== 'static'
  } else {
    beginnings.set(start, { part, isMixed: false, hasValue: kind !== 'static' })
  }
}

function noteValue(values: Map<string, Value>, at: string, segment: Valued, tail: string): void {
  const kind = kindOf(segment)
  const value = values.get(at)
  if (value) {
    value.isMixed ||= value.kind !== kind
    value.goesOnMixed ||= value.tail !== tail
  } else {
    values.set(at, { kind, isMixed: false, tail, goesOnMixed: false })
  }
}

type Valued = Exclude<Segment, { kind: 'static' }>

/** Returns a string that is equal for two segments with placeholders if they are equally specific. */
function kindOf(segment: Valued): string {
  if (segment.kind === 'rest') return String(segment.token !== undefined)
  if (segment.kind === 'placeholder') return `${segment.suffix}/${segment.token !== undefined}`
  const { suffix, separators, placeholders } = segment
  return [suffix, separators.join('').length, placeholders.some(({ token }) => token !== undefined)].join('/')
}
