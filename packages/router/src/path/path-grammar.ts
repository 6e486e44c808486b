import { ConfigurationError, describeValue } from '@app/checks'
import { lostBackslash } from '../token/token.ts'
import { canonicalSegment, encodeSegment } from './canonical-path.ts'
import { invalidPath } from './invalid-path.ts'
import { type Placeholder, readCatchAll, type Segment } from './segment.ts'

/**
 * Reads a route's path into segments.
 *
 * The grammar:
 * - a placeholder, `/users/{id}`, also with a token, `{id:\d+}`;
 * - literal text around a placeholder, `/f-{id}.html`;
 * - several placeholders with literal text between them, `/{from}-{to}`;
 * - an optional part at the end, `[/{page}]`, in which another optional part may stand;
 * - a catch-all at the end, `{rest...}`, also with a token, `{rest...:[a-z/]+}`, or written `{rest:.+}` or `{rest:.*}`.
 *
 * The empty path has no segment. Throws a `ConfigurationError`, which points at the mistake and says what to write
 * instead.
 */
export function parsePath(path: string): readonly Segment[] {
  if (typeof path !== 'string') throw notString(path)
  if (path === '') return []
  if (path[0] !== '/') {
    if (path.startsWith('[')) throw doubleSlash(`/[/${path.replace(/^\[\/?/, '')}`, 1, path)
    throw invalidPath(path, 0, 'a path starts with a slash', path === '*' ? '"/{rest...}"' : `"/${path}"`)
  }
  const segments: Segment[] = []
  const names = new Set<string>()
  const end = contentEnd(path)
  let optional = 0
  let start = 1
  for (let i = 1; i <= end; i++) {
    const character = path[i]
    if (character === '{') {
      i = closingBrace(path, i)
      continue
    }
    const ends = i === end || character === '/' || character === '['
    if (!ends) continue
    segments.push(parseSegment(path, start, i, optional, names))
    if (i < end && segments.at(-1)?.kind === 'rest') throw afterRest(path, i)
    if (character === '[') {
      if (path[i + 1] !== '/') {
        // With the slash inside, a slash before it would be the next mistake.
        if (path[i - 1] === '/') throw doubleSlash(`${path.slice(0, i + 1)}/${path.slice(i + 1)}`, i, path)
        throw invalidPath(path, i + 1, 'an optional part holds whole segments', '"[/{page}]"')
      }
      if (path[i - 1] === '/') throw doubleSlash(path, i)
      optional++
      i++
    }
    start = i + 1
  }
  if (path.length - end !== optional) throw unbalanced(path, end, optional)
  return readCatchAll(segments)
}

function notString(path: unknown): ConfigurationError {
  const instead = Array.isArray(path)
    ? 'Register a route for each.'
    : path instanceof RegExp
      ? 'Write it as a token: "/{id:\\\\d+}".'
      : 'Write "/users/{id}".'
  return new ConfigurationError(
    'APP_PATH_SYNTAX',
    `Invalid path: a path is a string, got ${describeValue(path)}. ${instead}`,
  )
}

/** Finds the index at which the closing brackets of optional parts at the end of a path begin. */
function contentEnd(path: string): number {
  let end = path.length
  while (path[end - 1] === ']') end--
  return end
}

function closingBrace(path: string, open: number): number {
  let depth = 0
  for (let i = open; i < path.length; i++) {
    if (path[i] === '{') depth++
    else if (path[i] === '}' && --depth === 0) return i
  }
  const lone = /\[[^\]]*\{|\\\{/.exec(path.slice(open))
  if (lone) throw loneBrace(path, open + lone.index + lone[0].length - 1)
  throw invalidPath(path, open, 'this placeholder is never closed', '"{id}"')
}

function parseSegment(path: string, start: number, end: number, optional: number, names: Set<string>): Segment {
  const found: { readonly placeholder: Placeholder; readonly isRest: boolean; readonly open: number }[] = []
  const texts: string[] = []
  let from = start
  for (let open = openingBrace(path, from, end); open !== -1; open = openingBrace(path, from, end)) {
    if (found.length > 0 && open === from) throw withoutText(path, open, found.at(-1)?.placeholder.name)
    texts.push(parseLiteral(path, from, open, false))
    const close = closingBrace(path, open)
    found.push({ ...parsePlaceholder(path, open, close, names), open })
    from = close + 1
  }
  const [first, second] = found
  if (!first) return { kind: 'static', text: parseLiteral(path, start, end, true), optional }
  const suffix = parseLiteral(path, from, end, false)
  const [prefix = '', ...separators] = texts
  const rest = found.find(({ isRest }) => isRest)
  if (rest) {
    const { open, placeholder } = rest
    if (!second && !prefix && !suffix) return { kind: 'rest', ...placeholder, optional }
    throw invalidPath(path, open, 'a catch-all is a whole segment', `"/{${placeholder.name}...}"`)
  }
  if (!second) return { kind: 'placeholder', ...first.placeholder, prefix, suffix, optional }
  const placeholders = found.map(({ placeholder }) => placeholder)
  return { kind: 'compound', placeholders, prefix, separators, suffix, optional }
}

function openingBrace(path: string, start: number, end: number): number {
  const open = path.indexOf('{', start)
  return open < end ? open : -1
}

function parsePlaceholder(
  path: string,
  open: number,
  close: number,
  names: Set<string>,
): { readonly placeholder: Placeholder; readonly isRest: boolean } {
  const colon = path.indexOf(':', open)
  const hasToken = colon !== -1 && colon < close
  const inside = path.slice(open + 1, hasToken ? colon : close)
  const isRest = inside.endsWith('...')
  const name = asKey(isRest ? inside.slice(0, -3) : inside)
  checkName(path, open + 1, name, names)
  if (!hasToken) return { placeholder: { name }, isRest }
  return { placeholder: { name, token: parseToken(path, colon + 1, close) }, isRest }
}

function withoutText(path: string, at: number, before = ''): ConfigurationError {
  const name = path.slice(at + 1, closingBrace(path, at)).replace(/\W.*$/s, '')
  const problem = `nothing tells where {${before}} ends and {${name}} begins`
  return invalidPath(path, at, problem, `text between the two, such as "{${before}}-{${name}}", or a slash`)
}

/**
 * Returns the same text as an internalized string, of which V8 stores only one copy. V8 takes several times longer to
 * set a property if its name is a slice of a longer string.
 */
function asKey(name: string): string {
  return Object.keys({ [name]: true })[0] as string
}

function checkName(path: string, at: number, name: string, names: Set<string>): void {
  if (!NAME.test(name)) {
    throw invalidPath(path, at, 'a placeholder is named by letters, digits and underscores', likeName(name))
  }
  if (name === '__proto__') throw invalidPath(path, at, 'this name is reserved', 'another name')
  if (names.has(name)) throw invalidPath(path, at, `"${name}" is already a placeholder here`, 'another name')
  names.add(name)
}

/** Guesses the placeholder that is meant by a name in the syntax of another router: `[/{id}]` for `id?`. */
function likeName(name: string): string {
  const plain =
    name
      .replace(/^\W+|\W+$/g, '')
      .replace(/\W+/g, '_')
      .replace(/^(?=\d)/, '_') || 'id'
  if (/^(?:\.\.\.|\*)|(?:\*|\.\.)$/.test(name)) return `"{${plain}...}"`
  return name.endsWith('?') ? `"[/{${plain}}]"` : `"{${plain}}"`
}

function parseToken(path: string, start: number, end: number): string {
  const token = path.slice(start, end)
  if (leftOpen(token)) throw loneBrace(path, end)
  if (token === '') throw invalidPath(path, start, 'this token is empty', `"${path.slice(0, start - 1)}}"`)
  if (lostBackslash(token)) {
    const instead = `"\\\\${token}" (in a string literal "\\${token[0]}" is just "${token[0]}")`
    throw invalidPath(path, start, `"${token}" stands for the letter ${token[0]}`, instead)
  }
  return token
}

/** True if a token ends within a class or an escape, so that its last brace belongs to it. */
function leftOpen(token: string): boolean {
  return /^(?:\\.|\[(?:\\.|[^\]\\])*\]|[^[\\])*(?:\\|\[(?:\\.|[^\]\\])*\\?)$/s.test(token)
}

function loneBrace(path: string, at: number): ConfigurationError {
  const brace = path[at]
  const instead = brace === '{' ? '"\\x7b" (in a string literal "\\\\x7b")' : '"\\x7d" (in a string literal "\\\\x7d")'
  return invalidPath(path, at, 'the braces of a token come in pairs', instead)
}

function parseLiteral(path: string, start: number, end: number, whole: boolean): string {
  const text = path.slice(start, end)
  for (let i = start; i < end; i++) {
    const hint = REFUSED[path[i] as string]
    if (hint) throw invalidPath(path, i, ...hint)
  }
  if (whole && text[0] === ':' && NAME.test(text.slice(1))) {
    const instead = `"{${text.slice(1)}}", or "{x:${text}}" for this text`
    throw invalidPath(path, start, 'a placeholder is written in braces', instead)
  }
  const canonical = text.isWellFormed() ? canonicalSegment(text.replace(NOT_ASCII, encodeSegment)) : undefined
  if (whole && (canonical === '.' || canonical === '..')) {
    throw invalidPath(path, start, 'no request path holds a dot segment', 'the path without it')
  }
  if (canonical !== undefined) return canonical
  const instead = '"%" before two hex digits only, and no "%2F", "%5C" or control character'
  throw invalidPath(path, start, 'no request path holds this text', instead)
}

function afterRest(path: string, at: number): ConfigurationError {
  return invalidPath(path, at, 'a catch-all is the end of a path', 'the path without what follows')
}

/** `path` has a slash on both sides of the bracket; `given` is the path as it was written. */
function doubleSlash(path: string, at: number, given = path): ConfigurationError {
  const instead =
    at === 1
      ? `two routes, "/" and "${path.slice(2).replace(/\]$/, '')}"`
      : `"${path.slice(0, at - 1)}${path.slice(at)}"`
  return invalidPath(given, at, 'an optional part brings its own slash', instead)
}

function unbalanced(path: string, end: number, opened: number): ConfigurationError {
  if (path.length - end > opened) {
    return invalidPath(path, end + opened, 'this bracket closes nothing', 'the path without it')
  }
  const open = path.lastIndexOf('[')
  return invalidPath(path, open, 'an optional part stands at the end of a path', `"${path.slice(0, end)}]"`)
}

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/
const NOT_ASCII = /[^\x00-\x7f]+/g
const REFUSED: Record<string, [string, string]> = {
  '*': ['"*" has no meaning in a path', '"{rest...}" for a catch-all, or "{x:[*]}" for the character'],
  '?': ['a query is not part of a path', '"[/{page}]" for an optional part'],
  '#': ['a fragment is not part of a path', 'the path without it'],
  '\\': ['a backslash is not part of a path', '"/"'],
  '}': ['this brace closes nothing', 'the path without it'],
  ']': ['an optional part stands at the end of a path', '"/a[/{b}]"'],
}
