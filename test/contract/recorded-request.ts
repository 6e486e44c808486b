import type { RecordedCall } from './vectors.ts'

/**
 * Makes a `Request` with the recorded method, and the recorded target as Mezzio's URI object encodes it. Both are
 * defined afterwards, since the constructor of `Request` would change them.
 */
export function recordedRequest({
  method = 'GET',
  path = '/',
  host = 'example.test',
  headers = {},
  body,
}: RecordedCall): Request {
  const hasBody = body !== undefined && method !== 'GET' && method !== 'HEAD'
  const origin = `http://${host.toLowerCase()}`
  const request = new Request(origin, { method: hasBody ? 'POST' : 'GET', headers, body: hasBody ? body : null })
  return Object.defineProperties(request, { method: { value: method }, url: { value: `${origin}${encoded(path)}` } })
}

/** Encodes a target like Mezzio's URI object, which also removes repeated slashes at its beginning. */
function encoded(target: string): string {
  const question = target.indexOf('?')
  const path = (question === -1 ? target : target.slice(0, question)).replace(NOT_IN_PATH, percentEncoded)
  const query = question === -1 ? '' : target.slice(question).replace(NOT_IN_QUERY, percentEncoded)
  return `/${path.replace(/^\/+/, '')}${query}`
}

function percentEncoded(character: string): string {
  return encodeURIComponent(character).replace(
    /[!'()*]/g,
    (rest) => `%${rest.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

const NOT_IN_PATH = /[^\w\-.~:@&=+$,/;%]/gu
const NOT_IN_QUERY = /[^\w\-.~!$&'()*+,;=:@/?%]/gu
