import { joinChunks } from '../request/read-stream.ts'
import { HttpError } from '../response/http-error.ts'

type CompressionFormat = ConstructorParameters<typeof DecompressionStream>[0]

/**
 * Decodes bytes that have a content coding, such as gzip, by the platform's `DecompressionStream`. Rejects with an
 * `HttpError`: 413 beyond the limit, 400 if the bytes are damaged, 415 for a coding that the platform does not know.
 */
export async function inflateStream(
  bytes: Uint8Array<ArrayBuffer>,
  coding: string,
  limit: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const inflated = new Response(bytes).body?.pipeThrough(decompression(coding))
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of inflated as ReadableStream<Uint8Array>) {
      size += chunk.length
      if (size > limit) throw new HttpError(413, `The request's body inflates to more than ${limit} bytes`)
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof HttpError) throw error
    throw new HttpError(400, `The request's body is not ${coding}`, { cause: error })
  }
  return joinChunks(chunks, size)
}

function decompression(coding: string): DecompressionStream {
  try {
    return new DecompressionStream((coding === 'br' ? 'brotli' : coding) as CompressionFormat)
  } catch (error) {
    throw new HttpError(415, `This platform cannot read ${coding}`, { cause: error })
  }
}
