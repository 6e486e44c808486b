import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { inflateStream } from './inflate-stream.ts'

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
])(
  'inflateStream() decodes the content coding %s, and rejects with 413 beyond the limit and with 400 for damaged bytes',
  async (coding, compress) => {
    const bytes = (text: string) => new Uint8Array(compress(text))
    const inflated = await inflateStream(bytes('x'.repeat(100_000)), coding, 100_000)
    expect(new TextDecoder().decode(inflated)).toBe('x'.repeat(100_000))
    await expect(inflateStream(bytes('x'.repeat(100_001)), coding, 100_000)).rejects.toMatchObject({ status: 413 })
    await expect(inflateStream(bytes('x').slice(0, -3), coding, 100_000)).rejects.toMatchObject({ status: 400 })
    await expect(inflateStream(new Uint8Array([1, 2, 3]), coding, 100_000)).rejects.toMatchObject({ status: 400 })
  },
)

test('inflateStream() rejects with 415 for a content coding that the platform does not know', async () => {
  await expect(inflateStream(new Uint8Array(1), 'zstd-of-tomorrow', 10)).rejects.toMatchObject({ status: 415 })
  const brotli = inflateStream(new Uint8Array(brotliCompressSync('x')), 'br', 10)
  // Node's streams decode brotli from 24.7 on; on an earlier node the result is 415.
  await brotli.then(
    (bytes) => expect(bytes).toHaveLength(1),
    (error: unknown) => expect(error).toMatchObject({ status: 415 }),
  )
})
