import { builtinModule } from '@app/core/extending'

/** The content codings of this package, the best first. */
export type Coding = 'zstd' | 'br' | 'gzip'

/**
 * The part of a compressing stream of `node:zlib` that this package uses; declared here, since not every platform has
 * node's types.
 */
export interface Engine {
  on(event: 'data', listener: (bytes: Uint8Array) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  on(event: 'end', listener: () => void): unknown
  once(event: 'close' | 'end', listener: () => void): unknown
  off(event: 'close', listener: () => void): unknown
  write(chunk: unknown): unknown
  flush(callback: () => void): void
  end(): unknown
  destroy(): unknown
}

type Zlib = typeof import('node:zlib')
type BrotliOptions = import('node:zlib').BrotliOptions

/**
 * The codings that `node:zlib` of this runtime supports. The list is empty on Cloudflare Workers: their platform
 * compresses responses itself, so a response compressed here would be compressed twice.
 */
export function codingsHere(): readonly Coding[] {
  const zlib = zlibHere()
  if (zlib === undefined) return []
  return typeof zlib.createZstdCompress === 'function' ? ['zstd', 'br', 'gzip'] : ['br', 'gzip']
}

/**
 * Chooses the coding that the client prefers among the given codings. If the client prefers several equally, the first
 * of them is chosen. Returns `undefined` if the client accepts none of them, or prefers a response without a coding.
 */
export function acceptedCoding(accepted: string | null, codings: readonly Coding[]): Coding | undefined {
  const weights = new Map<string, number>()
  for (const element of (accepted ?? '').toLowerCase().split(',')) {
    const [name = '', ...params] = element.split(';').map((part) => part.trim())
    const weight = params.find((param) => param.startsWith('q='))?.slice(2)
    weights.set(name === 'x-gzip' ? 'gzip' : name, weight === undefined ? 1 : Number(weight) || 0)
  }
  const weightOf = (coding: Coding) => weights.get(coding) ?? weights.get('*') ?? 0
  const [best] = codings.filter((coding) => weightOf(coding) > 0).sort((a, b) => weightOf(b) - weightOf(a))
  return best !== undefined && weightOf(best) >= (weights.get('identity') ?? 0) ? best : undefined
}

/**
 * Makes the compressing stream of a coding, with fast settings, since a response is compressed for one request and sent
 * once.
 */
export function engineOf(coding: Coding): Engine {
  const zlib = zlibNeeded()
  if (coding === 'gzip') return syncFlushed(zlib.createGzip(), zlib.constants.Z_SYNC_FLUSH)
  return coding === 'zstd' ? zlib.createZstdCompress() : zlib.createBrotliCompress(brotliOptions(zlib))
}

/** Lets `flush()` keep the dictionary: the full flush that is gzip's default compresses each chunk by itself. */
function syncFlushed(engine: import('node:zlib').Gzip, kind: number): Engine {
  const flush = engine.flush.bind(engine)
  return Object.assign(engine, { flush: (callback: () => void) => flush(kind, callback) })
}

/**
 * Compresses a whole body with the settings of `engineOf`, in a fraction of the time that a stream of `engineOf` would
 * take.
 */
export function encoded(coding: Coding, body: string | Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const zlib = zlibNeeded()
  return new Promise((resolve, reject) => {
    const settle = (error: Error | null, bytes: Uint8Array<ArrayBuffer>) => (error ? reject(error) : resolve(bytes))
    if (coding === 'gzip') zlib.gzip(body, settle)
    else if (coding === 'zstd') zlib.zstdCompress(body, settle)
    else zlib.brotliCompress(body, brotliOptions(zlib), settle)
  })
}

/** Returns the options of brotli. Its default quality, 11, is too slow for a response that is sent once. */
function brotliOptions({ constants }: Zlib): BrotliOptions {
  return { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
}

function zlibNeeded(): Zlib {
  const zlib = zlibHere()
  if (zlib === undefined) throw new TypeError('This runtime has no node:zlib.')
  return zlib
}

function zlibHere(): Zlib | undefined {
  return builtinModule<Zlib>('node:zlib')
}
