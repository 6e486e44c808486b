import type { Segment } from './segment.ts'

/** What placeholders there are, for an error about one that is not. */
export function knownPlaceholders(segments: readonly Segment[]): string {
  const names = segments.flatMap((segment) => (segment.kind === 'static' ? [] : [`{${segment.name}}`]))
  return names.length ? `It has ${names.join(', ')}` : 'It has none'
}
