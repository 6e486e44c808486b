import { printable } from '../messages/printable.ts'
import type { AccessEntry } from './access-entry.ts'

/** Formats an entry for people: `12:34:56 GET /users/7 200 3.2 ms 12 B /users/{id}`. */
export function prettyLine(entry: AccessEntry, time: Date, hasColors: boolean): string {
  const { method, path, query = '', route, status, duration, bytes, requestId, aborted, headers = {} } = entry
  const dim = (text: string) => (hasColors ? `\x1b[2m${text}\x1b[22m` : text)
  const parts = [
    dim(time.toTimeString().slice(0, 8)),
    printable(`${method} ${path}${query}`),
    status !== undefined && (hasColors ? `\x1b[${colorOf(status)}m${status}\x1b[39m` : String(status)),
    aborted && 'aborted',
    dim(`${duration.toFixed(1)} ms`),
    bytes !== undefined && dim(`${bytes} B`),
    route !== undefined && dim(printable(route)),
    requestId !== undefined && dim(printable(requestId)),
    ...Object.entries(headers).map(([name, value]) => dim(printable(`${name}=${JSON.stringify(value)}`))),
  ]
  return parts.filter(Boolean).join(' ')
}

function colorOf(status: number): number {
  if (status >= 500) return 31
  if (status >= 400) return 33
  return status >= 300 ? 36 : 32
}
