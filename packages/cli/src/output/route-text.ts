import type { MiddlewareDescription } from '@app/core'
import { isMap } from '@app/core/extending'
import { middlewareText } from './middleware-text.ts'
import type { Style, Terminal } from './terminal.ts'

/** Writes the methods of a route as one word: `GET|POST`, `any`, or `none` for an empty list. */
export function methodsText(methods: readonly string[] | null): string {
  return methods === null ? 'any' : methods.join('|') || 'none'
}

/** Colours the methods of a route by the first of them. */
export function styledMethods(terminal: Terminal, methods: string): string {
  const style = STYLES[methods.split('|')[0] ?? '']
  return style === undefined ? methods : terminal.style(style, methods)
}

const STYLES: Readonly<Record<string, Style>> = {
  GET: 'green',
  HEAD: 'green',
  QUERY: 'green',
  POST: 'yellow',
  PUT: 'blue',
  PATCH: 'blue',
  DELETE: 'red',
}

/**
 * Names the handler of a route: a service, function or class by its own name, several middleware as a list, and an
 * endpoint by the name of the route.
 */
export function handlerText(middleware: MiddlewareDescription, endpoint: string | undefined): string {
  const { kind, name, items } = middleware
  if (kind === 'pipeline' && items) return `[${items.map((item) => handlerText(item, endpoint)).join(', ')}]`
  if (kind === 'function' && name === 'endpoint' && endpoint !== undefined) return endpoint
  return kind === 'service' && name !== undefined ? name : shortened(middlewareText(middleware))
}

/**
 * Writes the metadata of a route with one word for each key: `key=value` for a value whose text is short and has no
 * blanks, and only the key for `true`, maps, lists and other strings. A key has no scope, unless that makes two keys
 * alike.
 */
export function metadataText(metadata: Readonly<Record<string, unknown>>): string {
  const keys = Object.keys(metadata)
  const words = keys.map((key) => key.replace(SCOPE, ''))
  return keys
    .map((key, at) => {
      const word = words.indexOf(words[at] ?? '') === words.lastIndexOf(words[at] ?? '') ? words[at] : key
      const value = metadata[key]
      const said = isMap(value) || Array.isArray(value) || value === true ? '' : String(value)
      return /^[^\s[]{1,20}$/.test(said) ? `${word}=${said}` : word
    })
    .join(' ')
}

const SCOPE = /^@[^/]+\//

/** Shortens a string, since a function without a name is shown as its source, which may be long. */
function shortened(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`
}

const LONGEST = 40
