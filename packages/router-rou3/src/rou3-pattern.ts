import type { Segment } from '@app/router'

/** The shape of a path in rou3's syntax: where literal segments, placeholders and a catch-all stand, and no more. */
export function toPattern(segments: readonly Segment[]): string {
  const parts = segments.map((segment, index) => {
    if (segment.kind === 'static') return segment.text.replace(SYNTAX, '\\$&')
    return segment.kind === 'rest' ? '**' : `:p${index}`
  })
  return toEngine(`/${parts.join('/')}`)
}

/** A path as rou3 gets it: it ignores a trailing slash, so what is behind one gets a stand-in that no path holds. */
export function toEngine(path: string): string {
  return path.charCodeAt(path.length - 1) === SLASH ? `${path}${STAND_IN}` : path
}

const SLASH = 47
const STAND_IN = '|'
/** What means something to rou3 and may stand in literal text. */
const SYNTAX = /[:()]/g
