import type { Pair } from '../shown.ts'

interface CurlRequest {
  readonly method: string
  readonly url: string
  readonly headers: readonly Pair[]
}

/**
 * Writes the curl command that sends a request without its body. Strings of the request that are not plain words are
 * quoted for a shell, and control characters are escaped.
 */
export function curlCommand({ method, url, headers }: CurlRequest): string {
  const given = headers.filter(([name]) => !BY_CURL.has(name))
  const lines = [
    `curl --globoff --path-as-is --request ${quoted(method)} ${quoted(url)}`,
    ...given.map(([name, value]) => `--header ${quoted(value === '' ? `${name};` : `${name}: ${value}`)}`),
  ]
  return lines.join(' \\\n  ')
}

/**
 * Quotes a string for a shell. Plain words stay unquoted, other strings of printable ASCII are put into single quotes,
 * and all others into `$'…'` with escapes.
 */
function quoted(text: string): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text
  if (/^[\x20-\x7e]*$/.test(text)) return `'${text.replaceAll("'", `'\\''`)}'`
  const bytes = Array.from(new TextEncoder().encode(text), (byte) => {
    if (byte === 0x27 || byte === 0x5c) return `\\${String.fromCharCode(byte)}`
    return byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`
  })
  return `$'${bytes.join('')}'`
}

/** Headers that curl itself makes from the URL and the body. */
const BY_CURL = new Set(['host', 'connection', 'content-length', 'transfer-encoding'])
