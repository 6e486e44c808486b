import { type Route, RouteError, type Segment } from '@app/router'
import { toEngine } from './engine-text.ts'

/** The segments in find-my-way's own syntax; `strict` makes every placeholder insist on a character. */
export function toPattern(route: Route, segments: readonly Segment[], strict: boolean): string {
  return segments.map((segment) => `/${toPart(route, segment, strict)}`).join('')
}

function toPart(route: Route, segment: Segment, strict: boolean): string {
  if (segment.kind === 'static') return literal(segment.text)
  if (segment.kind === 'rest') return '*'
  const { name, prefix, suffix, token } = segment
  const needsExpression = token !== undefined || suffix !== '' || strict
  const expression = needsExpression ? `(^${token === undefined ? '.+' : translate(route, name, token)}$)` : ''
  return `${literal(prefix)}:${name}${expression}${literal(suffix)}`
}

function literal(text: string): string {
  return (toEngine(text) ?? text).replaceAll(':', '::')
}

/** find-my-way counts every group as a param and knows no `u` flag. */
function translate(route: Route, name: string, token: string): string {
  const unicode = UNICODE_ONLY.exec(token)
  if (unicode) {
    const problem = `the token "${token}" of {${name}} holds "${unicode[0]}", which find-my-way cannot match`
    throw new RouteError(`Route ${route}: ${problem}. Write a class like [a-z], or use another router.`)
  }
  return `(?:${token.replace(GROUP, (part) => (part === '(' ? '(?:' : part))})`
}

const UNICODE_ONLY = /\\[pP]\{[^}]*\}|\\u\{[^}]*\}|[\ud800-\udfff]/
/** An opening parenthesis that captures, or what may hold one that does not count: an escape or a class. */
const GROUP = /\\.|\[(?:\\.|[^\]\\])*\]|\((?!\?)/g
