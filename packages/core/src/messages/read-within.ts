import { HttpError } from './http-error.ts'
import { joinChunks } from './join-chunks.ts'

/** Reads the body of a platform's request and stops beyond the limit with a 413, at once where it was announced. */
export async function readWithin(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('content-length')) > limit) throw tooLarge(limit)
  if (!request.body || request.bodyUsed || request.body.locked) return new Uint8Array(await request.arrayBuffer())
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body) {
    size += chunk.length
    if (size > limit) throw tooLarge(limit)
    chunks.push(chunk)
  }
  return joinChunks(chunks, size)
}

function tooLarge(limit: number): HttpError {
  return new HttpError(413, `The request's body is larger than ${limit} octets`)
}
