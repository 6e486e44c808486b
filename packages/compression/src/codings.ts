/** A content coding that we can make, the best first. */
export type Coding = 'zstd' | 'br' | 'gzip'

/** What is used of a stream of `node:zlib`; the types of node are not everywhere. */
export interface Engine {
  on(event: 'data', listener: (octets: Uint8Array) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  on(event: 'end', listener: () => void): unknown
  once(event: 'close' | 'end', listener: () => void): unknown
  off(event: 'close', listener: () => void): unknown
  write(octets: Uint8Array): unknown
  flush(callback: () => void): void
  end(): unknown
  destroy(): unknown
}

type Zlib = typeof import('node:zlib')

/**
 * The codings of this runtime: those of its `node:zlib`, and none on Workers, where the platform compresses by itself and
 * would do so twice.
 */
export function codingsHere(): readonly Coding[] {
  const zlib = zlibHere()
  if (zlib === undefined) return []
  return typeof zlib.createZstdCompress === 'function' ? ['zstd', 'br', 'gzip'] : ['br', 'gzip']
}

/** The coding that the client likes most, of those that we have; ours decides where it likes several alike. */
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

/** The engine of a coding, with settings for answers that are made now and sent once. */
export function engineOf(coding: Coding): Engine {
  const zlib = zlibHere()
  if (zlib === undefined) throw new TypeError('There is no node:zlib here.')
  if (coding === 'gzip') return zlib.createGzip()
  if (coding === 'zstd') return zlib.createZstdCompress()
  // The default of 11 is for files that are compressed once and sent often.
  return zlib.createBrotliCompress({ params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } })
}

function zlibHere(): Zlib | undefined {
  const { navigator, process } = globalThis as {
    readonly navigator?: { readonly userAgent?: string }
    readonly process?: { readonly getBuiltinModule?: (name: string) => unknown }
  }
  if (navigator?.userAgent === 'Cloudflare-Workers') return undefined
  return process?.getBuiltinModule?.('node:zlib') as Zlib | undefined
}
