import type { AccessEntry } from './access-entry.ts'

/**
 * A text that stays on its line and in its order wherever it is printed: what would end the line, move the cursor or turn
 * the direction of writing is spelled as JSON does.
 */
export function oneLine(text: string): string {
  return text.replace(UNPRINTED, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

const UNPRINTED = /[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/** An entry as people read it: `12:34:56 GET /users/7 200 3.2 ms 12 B /users/{id}`. */
export function prettyLine(entry: AccessEntry, time: Date, hasColors: boolean): string {
  const { method, path, query = '', route, status, duration, bytes, requestId, aborted, headers = {} } = entry
  const dim = (text: string) => (hasColors ? `\x1b[2m${text}\x1b[22m` : text)
  const parts = [
    dim(time.toTimeString().slice(0, 8)),
    oneLine(`${method} ${path}${query}`),
    status !== undefined && (hasColors ? `\x1b[${colorOf(status)}m${status}\x1b[39m` : String(status)),
    aborted && 'aborted',
    dim(`${duration.toFixed(1)} ms`),
    bytes !== undefined && dim(`${bytes} B`),
    route !== undefined && dim(oneLine(route)),
    requestId !== undefined && dim(oneLine(requestId)),
    ...Object.entries(headers).map(([name, value]) => dim(oneLine(`${name}=${JSON.stringify(value)}`))),
  ]
  return parts.filter(Boolean).join(' ')
}

function colorOf(status: number): number {
  if (status >= 500) return 31
  if (status >= 400) return 33
  return status >= 300 ? 36 : 32
}
