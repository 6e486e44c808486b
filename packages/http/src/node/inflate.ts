import { HttpError } from '../response/http-error.ts'

type Zlib = typeof import('node:zlib')

/** The module `node:zlib`. It is loaded for the first body with a content coding, since most programs never get one. */
let loading: Promise<Zlib> | undefined

/**
 * Decodes bytes that have a content coding: gzip, deflate or br. Rejects with an `HttpError`: 413 as soon as the
 * result exceeds the limit, 400 if the bytes are damaged or cut off, 415 for another coding.
 */
export async function inflate(
  bytes: Uint8Array<ArrayBuffer>,
  coding: string,
  limit: number,
): Promise<Uint8Array<ArrayBuffer>> {
  loading ??= import('node:zlib')
  const decode = decoderOf(await loading, coding)
  return new Promise((resolve, reject) => {
    // The limit is at least 1, since 0 would mean no limit to zlib.
    decode(bytes, { maxOutputLength: Math.max(limit, 1) }, (error, inflated) => {
      if (error) reject(refusal(error, coding, limit))
      else resolve(inflated as Uint8Array<ArrayBuffer>)
    })
  })
}

function decoderOf({ gunzip, inflate, brotliDecompress }: Zlib, coding: string): typeof gunzip {
  switch (coding) {
    case 'gzip':
      return gunzip
    case 'deflate':
      return inflate
    case 'br':
      return brotliDecompress
    default:
      throw new HttpError(415, `This platform cannot read ${coding}`)
  }
}

function refusal(cause: NodeJS.ErrnoException, coding: string, limit: number): HttpError {
  return cause.code === 'ERR_BUFFER_TOO_LARGE'
    ? new HttpError(413, `The request's body inflates to more than ${limit} bytes`, { cause })
    : new HttpError(400, `The request's body is not ${coding}`, { cause })
}
