import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate as inflateZlib } from 'node:zlib'
import { HttpError } from '../pipeline/http-error.ts'

const DECODERS: Readonly<Record<string, typeof gunzip.__promisify__>> = {
  gzip: promisify(gunzip),
  deflate: promisify(inflateZlib),
  br: promisify(brotliDecompress),
}

/** Takes a content coding off: 413 as soon as it grows beyond the limit, 400 for what is damaged or cut. */
export async function inflate(
  octets: Uint8Array<ArrayBuffer>,
  coding: string,
  limit: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const decode = DECODERS[coding]
  if (!decode) throw new HttpError(415, `This platform cannot read ${coding}`)
  try {
    // A limit of 0 is none to zlib; what inflates to nothing was empty.
    return (await decode(octets, { maxOutputLength: Math.max(limit, 1) })) as Uint8Array<ArrayBuffer>
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
      throw new HttpError(413, `The request's body inflates to more than ${limit} octets`, { cause: error })
    }
    throw new HttpError(400, `The request's body is not ${coding}`, { cause: error })
  }
}
