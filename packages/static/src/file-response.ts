import { type ServerRequest, text } from '@app/core'
import { type ByteRange, parseRange } from './byte-range.ts'
import { fileBody } from './file-body.ts'
import type { Found } from './served-folder.ts'
import { allowsRange, evaluate, validatorsOf } from './validators.ts'

/** Answers a request with a file and its type: whole, a part of it, or its headers alone. */
export async function fileResponse(
  request: ServerRequest,
  file: Found,
  type: string,
  more: readonly (readonly [string, string])[],
): Promise<Response> {
  const { size } = file.stats
  const validators = validatorsOf(file.stats)
  const headers = new Headers([
    ...more.map(([key, value]): [string, string] => [key, value]),
    ['accept-ranges', 'bytes'],
    ['etag', validators.etag],
    ['last-modified', new Date(validators.lastModified).toUTCString()],
  ])
  const status = evaluate(request.headers, validators)
  if (status === 304) return new Response(null, { status, headers })
  if (status === 412) return text('Precondition Failed', { status })
  const range = allowsRange(request.headers, validators) ? rangeOf(request, size) : undefined
  if (range === 'unsatisfiable') {
    return text('Range Not Satisfiable', { status: 416, headers: { 'content-range': `bytes */${size}` } })
  }
  const { first, last } = range ?? { first: 0, last: size - 1 }
  headers.set('content-type', type)
  headers.set('content-length', String(last - first + 1))
  if (range) headers.set('content-range', `bytes ${first}-${last}/${size}`)
  const body = request.method === 'HEAD' ? null : await fileBody(file, { first, last })
  return new Response(body, { status: range ? 206 : 200, headers })
}

/** The range of a request. It only counts for GET (RFC 9110 section 14.2). */
function rangeOf({ method, headers }: ServerRequest, size: number): ByteRange | 'unsatisfiable' | undefined {
  const header = method === 'GET' ? headers.get('range') : null
  return header === null ? undefined : parseRange(header.trim(), size)
}
