import { bytes, empty, type ServerRequest, text } from '@app/core'
import { evaluateConditions } from '@app/core/extending'
import { type ByteRange, parseRange } from './byte-range.ts'
import { AT_ONCE, fileStream } from './file-body.ts'
import { type OpenFile, readPart } from './open-file.ts'
import { allowsRange, validatorsOf } from './validators.ts'

/**
 * Answers a request with a file: the whole file, a part of it, or its headers alone. Conditional requests may get 304
 * or 412, and impossible ranges get 416.
 */
export async function fileResponse(
  request: ServerRequest,
  file: OpenFile,
  type: string,
  more: Readonly<Record<string, string>>,
): Promise<Response> {
  const { size } = file.stats
  const validators = validatorsOf(file.stats)
  const headers: Record<string, string> = {
    ...more,
    'accept-ranges': 'bytes',
    etag: validators.etag,
    'last-modified': new Date(validators.lastModified).toUTCString(),
  }
  const outcome = evaluateConditions(request, validators)
  if (outcome === 304) return empty({ status: outcome, headers })
  if (outcome === 412) return text('Precondition Failed', { status: outcome })
  const range = allowsRange(request.headers, validators) ? rangeOf(request, size) : undefined
  if (range === 'unsatisfiable') {
    return text('Range Not Satisfiable', { status: 416, headers: { 'content-range': `bytes */${size}` } })
  }
  const part = range ?? { first: 0, last: size - 1 }
  const length = part.last - part.first + 1
  headers['content-type'] = type
  headers['content-length'] = String(length)
  if (range) headers['content-range'] = `bytes ${part.first}-${part.last}/${size}`
  const status = range ? 206 : 200
  if (request.method === 'GET' && length <= AT_ONCE) return bytes(await readPart(file, part), { status, headers })
  return new Response(request.method === 'HEAD' ? null : fileStream(request, file, part), { status, headers })
}

/** Reads the range of a request. The header `Range` has a meaning only for GET (RFC 9110 section 14.2). */
function rangeOf({ method, headers }: ServerRequest, size: number): ByteRange | 'unsatisfiable' | undefined {
  const header = method === 'GET' ? headers.get('range') : null
  return header === null ? undefined : parseRange(header.trim(), size)
}
