import { decodeSegment, type Route, type Segment } from '@app/router'

type Placeholder = Extract<Segment, { kind: 'placeholder' }>

/** Whether one form of a route matches every path that another form matches; in doubt it does not. */
export function covers(wide: readonly Segment[], narrow: readonly Segment[], tokens: Route['tokens']): boolean {
  for (const [position, segment] of wide.entries()) {
    const other = narrow[position]
    if (other === undefined) return false
    if (segment.kind === 'rest') return true
    if (!coversSegment(segment, other, tokens)) return false
  }
  return wide.length === narrow.length
}

function coversSegment(wide: Exclude<Segment, { kind: 'rest' }>, narrow: Segment, tokens: Route['tokens']): boolean {
  if (narrow.kind === 'rest') return false
  if (wide.kind === 'static') return narrow.kind === 'static' && narrow.text === wide.text
  return narrow.kind === 'static' ? matches(wide, narrow.text, tokens) : isWider(wide, narrow)
}

function matches({ name, prefix, suffix }: Placeholder, text: string, tokens: Route['tokens']): boolean {
  if (text.length <= prefix.length + suffix.length || !text.startsWith(prefix) || !text.endsWith(suffix)) return false
  const value = decodeSegment(text.slice(prefix.length, text.length - suffix.length))
  return value !== undefined && (tokens.get(name)?.(value) ?? true)
}

function isWider(wide: Placeholder, narrow: Placeholder): boolean {
  if (wide.token !== undefined) {
    return wide.token === narrow.token && wide.prefix === narrow.prefix && wide.suffix === narrow.suffix
  }
  return narrow.prefix.startsWith(wide.prefix) && narrow.suffix.endsWith(wide.suffix)
}
