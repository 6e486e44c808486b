import type { Segment } from './segment.ts'

/**
 * Reads a placeholder that is the whole last segment as a catch-all if its token is `.*` or `.+`: so other grammars,
 * FastRoute's for one, write the rest of a path.
 *
 * For `.+` the rest is not empty.
 */
export function readCatchAll(segments: readonly Segment[]): readonly Segment[] {
  const last = segments.at(-1)
  if (last?.kind !== 'placeholder' || !isWhole(last) || !isAnything(last.token)) return segments
  const { name, token, optional } = last
  return [...segments.slice(0, -1), { kind: 'rest', name, ...(token === '.+' && { token }), optional }]
}

/** Whether a segment is a value without literal text. */
export function isWhole(segment: Segment): boolean {
  return segment.kind === 'placeholder' && segment.prefix === '' && segment.suffix === ''
}

function isAnything(token: string | undefined): boolean {
  return token === '.*' || token === '.+'
}
